//! Sets `SIDESTEP_SOURCE`, a hash of the sources. Results are stored under a version that changes whenever the program does.

use std::path::{Path, PathBuf};
use std::{env, fs, io};
use xxhash_rust::xxh3::Xxh3Default;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files)?;
    // The lock file pins physics and arithmetic. It is missing if the crate is a dependency.
    files.extend([root.join("Cargo.lock")].into_iter().filter(|lock| lock.exists()));
    files.sort();
    let mut hash = Xxh3Default::new();
    for file in &files {
        let text = fs::read(file)?;
        hash.update(name(&root, file).as_bytes());
        // A checkout may have different line endings.
        for line in text.split(|byte| *byte == b'\n') {
            hash.update(line.strip_suffix(b"\r").unwrap_or(line));
            hash.update(b"\n");
        }
    }
    println!("cargo::rustc-env=SIDESTEP_SOURCE={:08x}", hash.digest() >> 32);
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.lock");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// A file's path below the root, with the same separators on every system.
fn name(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).unwrap_or(file);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
