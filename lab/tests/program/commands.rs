//! Help, completions, manual pages, dry runs, and the nearest name for a misspelt one.

use super::{files, folder, program, refused, words};
use std::fs;

/// The standard output of a command that succeeds and writes no file. (`words` drops `×`.)
fn printed(arguments: &[&str]) -> String {
    let folder = folder();
    let output = program(&folder).args(arguments).assert().code(0).stderr("").get_output().clone();
    assert_eq!(files(folder.path()), Vec::<String>::new(), "{arguments:?} leaves files behind");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_overview_groups_the_commands() {
    let help = printed(&["--help"]);
    for heading in ["Watch and run:", "Choose a mode:", "Understand:", "Set up:", "Options:"] {
        assert!(help.contains(heading), "no '{heading}' in\n{help}");
    }
    assert_eq!(printed(&["-h"]), help);
    assert_eq!(printed(&["help"]), help);
    let run = printed(&["help", "run"]);
    assert!(
        run.contains("Examples:\n") && run.contains("\n    sidestep run circle --avoid lanes --headless\n"),
        "{run}"
    );
    assert_eq!(printed(&["run", "-h"]), run);
}

#[test]
fn completions_are_printed_for_each_shell() {
    for (shell, part) in [
        ("bash", "complete -F _sidestep"),
        ("zsh", "#compdef sidestep"),
        ("fish", "complete -c sidestep"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "set edit:completion:arg-completer[sidestep]"),
    ] {
        let script = printed(&["completions", shell]);
        assert!(script.contains(part), "{shell}: no '{part}' in\n{script}");
    }
    refused(&["completions", "tcsh"], &["'tcsh'", "bash, elvish, fish, powershell, zsh"]);
}

#[test]
fn man_prints_a_page_or_writes_all() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH sidestep 1") && page.contains("sidestep\\-run(1)"), "{page}");
    let folder = folder();
    program(&folder).args(["man", "pages"]).assert().code(0);
    let names = files(&folder.path().join("pages"));
    for name in ["sidestep.1", "sidestep-run.1", "sidestep-study-report.1"] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("pages/sidestep.1")).unwrap(), page);
    fs::write(folder.path().join("file"), "").unwrap();
    program(&folder).args(["man", "file"]).assert().code(2);
}

#[test]
fn a_dry_run_of_compare_counts_the_runs_and_writes_nothing() {
    let default = words(printed(&["compare", "--dry-run"]).as_bytes());
    assert!(default.contains("runs 768 = 8 maps 6 modes 2 pushes 8 seeds"), "{default}");
    assert!(
        default.contains("crossing with 200 units") && default.contains("folder compare-report (new)"),
        "{default}"
    );
    let some = printed(&[
        "compare",
        "--maps",
        "chicken,circle",
        "--modes",
        "none,lanes",
        "--push",
        "off",
        "--seeds",
        "3",
        "--set",
        "lanes.side_bias=0.1,0.2",
        "-o",
        "mine",
        "--dry-run",
    ]);
    let some = words(some.as_bytes());
    assert!(some.contains("runs 18 = 6 combinations 3 seeds"), "{some}");
    assert!(some.contains("settings defaults; lanes.side_bias=0.1; lanes.side_bias=0.2"), "{some}");
    assert!(some.contains("folder mine (new)"), "{some}");
    let pair =
        printed(&["compare", "--pair", "raycast", "lanes", "--units", "8", "--png", "a.png", "--dry-run"]);
    let pair = words(pair.as_bytes());
    assert!(
        pair.contains("2, in step") && pair.contains("crossing, 8 units, seed 1") && pair.contains("a.png"),
        "{pair}"
    );
    refused(&["compare", "--maps", "chiken", "--dry-run"], &["did you mean 'chicken'?"]);
}

#[test]
fn a_dry_run_of_compare_knows_the_folders_that_are_there() {
    let folder = folder();
    let compare = |seeds: &str, more: &[&str]| {
        let study = ["compare", "--maps", "chicken", "--modes", "none", "--push", "off", "--limit", "1"];
        let output = program(&folder).args(study).args(["--seeds", seeds]).args(more).assert().code(0);
        words(&output.get_output().stdout)
    };
    compare("1", &[]);
    assert!(compare("1", &["--dry-run"]).contains("compare-report (contains this study"));
    assert!(compare("2", &["--dry-run"]).contains("folder compare-report-2 (new)"));
    assert_eq!(files(folder.path()), ["compare-report"]);
}

#[test]
fn a_dry_run_of_scale_lists_the_sizes() {
    let text = printed(&["scale", "--avoid", "lanes,orca", "--units", "100,3000", "-o", "out", "--dry-run"]);
    let text = words(text.as_bytes());
    assert!(text.contains("sizes 4 = 2 modes 2 numbers of units"), "{text}");
    assert!(text.contains("modes lanes, orca") && text.contains("units 100, 3000"), "{text}");
    assert!(text.contains("run to the end 100") && text.contains("scale.svg in out"), "{text}");
    refused(&["scale", "wander", "--units", "5", "--dry-run"], &["no unit on wander has a goal"]);
}

#[test]
fn a_misspelt_name_gets_the_nearest() {
    for (arguments, nearest) in [
        (&["comapre"][..], "'compare'"),
        (&["study", "pln"], "'plan'"),
        (&["run", "--unit", "8"], "'--units'"),
        (&["compare", "--dryrun"], "'--dry-run'"),
        (&["completions", "fihs"], "'fish'"),
        (&["run", "crosing"], "'crossing'"),
        (&["run", "crossing", "--avoid", "lnaes"], "'lanes'"),
        (&["run", "crossing", "--avoid", "wets=lanes"], "'west'"),
        (&["run", "crossing", "--set", "lanes.side_bais=1"], "'lanes.side_bias'"),
        (&["run", "crossing", "--overlay", "forse"], "'force'"),
        (&["run", "dead-end", "--steering", "pipelien"], "'pipeline'"),
        (&["maps", "crosing"], "'crossing'"),
        (&["check", "crosing"], "'crossing'"),
        (&["models", "lnaes"], "'lanes'"),
        (&["behaviours", "persue"], "'pursue'"),
        (&["compare", "--maps", "crosing"], "'crossing'"),
        (&["compare", "--modes", "lnaes"], "'lanes'"),
        (&["compare", "--set", "lanes.side_bais=1"], "'lanes.side_bias'"),
        (&["scale", "crosing"], "'crossing'"),
        (&["scale", "--avoid", "lnaes"], "'lanes'"),
    ] {
        refused(arguments, &[nearest]);
    }
}
