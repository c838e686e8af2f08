//! The command line. Each command has two steps: its arguments are parsed into plain data (`Args`), then resolved into a plan
//! (`RunPlan` and the like).
//!
//! Exit codes are a contract: 0 done; 1 a run missed `--expect-arrived`, or a study lacks results or is worse than its baseline;
//! 2 bad input; 130 interrupted by Ctrl-C; 143 by SIGTERM.

mod args;
mod behaviours;
mod changes;
mod command_line;
mod compare;
mod completions;
mod contender;
mod dispatch;
#[cfg(all(test, feature = "window"))]
mod docs_test;
mod dry_run;
mod explain;
mod format_options;
mod help;
mod install;
mod interrupt;
mod man;
mod maps;
mod message;
mod models;
mod opened;
mod output;
mod output_args;
mod output_files;
mod pair;
mod progress;
mod question;
mod recording;
mod replay;
mod report;
mod resume;
mod run;
mod run_args;
mod run_notes;
mod run_plan;
mod runtime_folder;
mod scale;
mod setting_options;
mod study;
mod table;
mod values;
mod versus;
#[cfg_attr(not(feature = "window"), path = "no_window.rs")]
mod window;

pub(crate) use dispatch::run_command;
pub(crate) use output::note;
