//! Sets `SIDESTEP_SOURCE`, a hash of the sources that decide a run. Results are stored under a version that changes whenever a run may.

use std::path::{Path, PathBuf};
use std::{env, fs, io};
use xxhash_rust::xxh3::Xxh3Default;

/// The engine, and what makes and measures runs. Lock files pin physics and arithmetic. A packaged crate has its own lock file, which
/// pins the engine, too.
const SOURCES: [&str; 7] =
    ["../src", "../Cargo.lock", "Cargo.lock", "src/document", "src/measure", "src/run", "src/scene"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    for source in SOURCES.into_iter().filter(|source| root.join(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
        collect(&root.join(source), source, &mut files)?;
    }
    files.sort();
    let mut hash = Xxh3Default::new();
    for (name, file) in &files {
        hash.update(name.as_bytes());
        // A checkout may have different line endings.
        for line in fs::read(file)?.split(|byte| *byte == b'\n') {
            hash.update(line.strip_suffix(b"\r").unwrap_or(line));
            hash.update(b"\n");
        }
    }
    println!("cargo::rustc-env=SIDESTEP_SOURCE={:08x}", hash.digest() >> 32);
    Ok(())
}

/// Adds a file, or all files of a folder, with names that are the same on every system.
fn collect(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    if !path.is_dir() {
        files.push((name.to_string(), path.to_path_buf()));
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        collect(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), files)?;
    }
    Ok(())
}
