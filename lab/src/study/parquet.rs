//! Writes rows to a Parquet file with one column for each of [`COLUMNS`]. Every value is optional.

use super::flat::{COLUMNS, ColumnKind, ColumnValue};
use crate::files::{ExportError, Partial};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of rows in a row group. This many are held in memory.
const GROUP: usize = 4096;

/// A Parquet file being written.
pub(super) struct ParquetTable {
    path: PathBuf,
    writer: SerializedFileWriter<Partial>,
    rows: Vec<Vec<ColumnValue>>,
}

impl ParquetTable {
    /// Starts writing the file at `path`.
    pub fn create(path: &Path) -> std::result::Result<ParquetTable, ExportError> {
        let file = Partial::create(path)?;
        let writer = schema().and_then(|schema| {
            SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::default()))
        });
        let path = path.to_path_buf();
        match writer {
            Ok(writer) => Ok(ParquetTable { path, writer, rows: Vec::new() }),
            Err(error) => Err(failed(&path, error)),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<ColumnValue>) -> std::result::Result<(), ExportError> {
        self.rows.push(row);
        if self.rows.len() < GROUP {
            return Ok(());
        }
        self.write().map_err(|error| failed(&self.path, error))
    }

    /// Writes the remaining rows and renames the file into place.
    pub fn finish(mut self) -> std::result::Result<(), ExportError> {
        let path = self.path.clone();
        let written = if self.rows.is_empty() { Ok(()) } else { self.write() };
        written.and_then(|()| self.writer.into_inner()).map_err(|error| failed(&path, error))?.commit()
    }

    fn write(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for (k, column) in COLUMNS.iter().enumerate() {
            let Some(mut writer) = group.next_column()? else { break };
            let cells = self.rows.iter().map(|row| &row[k]);
            match column.kind {
                ColumnKind::Text => fill::<ByteArrayType>(&mut writer, cells, |cell| match cell {
                    ColumnValue::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                }),
                ColumnKind::Whole => fill::<Int64Type>(&mut writer, cells, |cell| match cell {
                    ColumnValue::Whole(number) => Some(*number),
                    _ => None,
                }),
                ColumnKind::Number => fill::<DoubleType>(&mut writer, cells, |cell| match cell {
                    ColumnValue::Number(number) => Some(*number),
                    _ => None,
                }),
            }?;
            writer.close()?;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

/// Writes one column of a row group: the existing values, and for each row whether it has a value.
fn fill<'a, T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'a ColumnValue>,
    value: impl Fn(&ColumnValue) -> Option<T::T>,
) -> Result<()> {
    let (mut values, mut defined) = (Vec::new(), Vec::new());
    for cell in cells {
        let value = value(cell);
        defined.push(i16::from(value.is_some()));
        values.extend(value);
    }
    writer.typed::<T>().write_batch(&values, Some(&defined), None).map(drop)
}

fn schema() -> Result<TypePtr> {
    let column = |name: &str, kind: ColumnKind| {
        let (physical, logical) = match kind {
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnKind::Whole => (Physical::INT64, None),
            ColumnKind::Number => (Physical::DOUBLE, None),
        };
        let builder = Type::primitive_type_builder(name, physical);
        builder.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
    };
    let columns = COLUMNS.iter().map(|c| column(&c.name, c.kind)).collect::<Result<Vec<_>>>()?;
    Type::group_type_builder("run").with_fields(columns).build().map(Arc::new)
}

fn failed(path: &Path, error: ParquetError) -> ExportError {
    ExportError::Write { path: path.to_path_buf(), source: io::Error::other(error) }
}
