//! The pages about output files name every format.

use sidestep_lab::export::FORMATS;

#[test]
fn the_file_formats_page_names_every_output_format() {
    let page = include_str!("../../../docs/measuring.md");
    for format in FORMATS {
        let (option, ending) = (format!("--{}", format.ending), format!("`.{}`", format.ending));
        assert!(page.contains(&option) && page.contains(&ending), "{format:?} in docs/measuring.md");
    }
}
