//! Reads text files as UTF-8, up to a size limit.

use super::error::SourceText;
use super::limits::MAX_BYTES;
use super::read_problem::ReadProblem;
use std::io::Read;
use std::path::Path;

/// Reads a file and remembers its folder.
pub(crate) fn read_file(path: &Path) -> Result<SourceText, ReadProblem> {
    let file = path.display().to_string();
    let unreadable = |reason: String| ReadProblem::Unreadable { file: file.clone(), reason };
    let metadata = std::fs::metadata(path).map_err(|e| unreadable(e.to_string()))?;
    if metadata.is_dir() {
        return Err(unreadable("it is a folder".into()));
    }
    check_size(&file, metadata.len())?;
    // A pipe or a device has no known length, so the size is checked again.
    let mut bytes = Vec::new();
    let reader = std::fs::File::open(path).map_err(|e| unreadable(e.to_string()))?;
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(e.to_string()))?;
    check_size(&file, bytes.len() as u64)?;
    let source = SourceText::new(&file, utf8(&file, &bytes)?);
    Ok(SourceText { folder: Some(path.parent().unwrap_or(Path::new("")).into()), ..source })
}

/// Returns the bytes as text. Reports the position of the first invalid byte.
pub(crate) fn utf8<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, ReadProblem> {
    std::str::from_utf8(bytes).map_err(|e| {
        let before = &bytes[..e.valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        ReadProblem::NotUtf8 { file: file.to_string(), line, column }
    })
}

/// Reports a file larger than [`MAX_BYTES`].
pub(crate) fn check_size(file: &str, bytes: u64) -> Result<(), ReadProblem> {
    if bytes > MAX_BYTES {
        return Err(ReadProblem::FileTooLarge { file: file.to_string(), bytes });
    }
    Ok(())
}
