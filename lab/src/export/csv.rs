//! Trajectories as CSV, one row per unit and tick, written during the run.

use super::format::{OutputFormat, OutputKind};
use super::recorder::Recorder;
use crate::files::{ExportError, Partial};
use crate::run::CompletedRun;
use crate::scene::OnMap;
use crate::text::{CsvText, csv_field, escaped};
use sidestep::world::World;
use std::io::{self, Write};
use std::path::Path;

/// Trajectories as CSV.
pub static CSV: OutputFormat = OutputFormat {
    ending: "csv",
    meaning: "every unit's trajectory, one row per unit and tick; - for standard output",
    is_binary: false,
    kind: OutputKind::Table,
    open: |path, _| Ok(Box::new(CsvRecorder::create(path, 1)?)),
    open_pictures: None,
};

/// The header line.
pub const HEADER: &str = "tick,time_s,unit,group,x_m,y_m,vx_m_per_s,vy_m_per_s,heading_rad,arrived";

/// Writes the position of every unit at each tick. Numbers have the shortest form that keeps their exact value.
#[derive(Debug)]
pub struct CsvRecorder {
    file: Partial,
    every: u64,
    /// The groups' names as CSV fields.
    groups: Vec<String>,
    line: CsvText,
    last: Option<u64>,
}

impl CsvRecorder {
    /// Begins a table with one row per unit every `every` ticks (0 counts as 1).
    pub fn create(path: &Path, every: u64) -> Result<CsvRecorder, ExportError> {
        let mut file = Partial::create(path)?;
        writeln!(file, "{HEADER}").map_err(|e| file.error(e))?;
        Ok(CsvRecorder {
            file,
            every: every.max(1),
            groups: Vec::new(),
            line: CsvText::default(),
            last: None,
        })
    }

    fn rows(&mut self, world: &World) -> io::Result<()> {
        let (units, tick) = (world.units(), world.ticks());
        let seconds = tick as f64 / 60.0;
        let origin = world.layout().origin;
        for (id, (at, v)) in units.position.iter().zip(&units.velocity).enumerate() {
            let line = &mut self.line;
            line.clear();
            line.value(tick);
            line.value(format_args!("{seconds:.6}"));
            line.value(world.ids()[id]);
            match self.groups.get(usize::from(units.group[id])) {
                Some(field) => line.value(field),
                None => line.value(units.group[id]),
            }
            for number in OnMap::pair(*at, origin) {
                line.value(number);
            }
            for number in [v.x, v.y, units.heading[id]] {
                line.value(number);
            }
            line.value(u8::from(units.arrived[id]));
            line.end_line();
            self.file.write_all(line.as_str().as_bytes())?;
        }
        Ok(())
    }
}

impl Recorder for CsvRecorder {
    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        let tick = world.ticks();
        if self.last.is_some_and(|last| tick < last + self.every) {
            return Ok(());
        }
        if self.last.is_none() {
            let shown = self.file.is_terminal();
            let name = |name: &String| {
                let field = csv_field(name);
                if shown { escaped(&field).into_owned() } else { field.into_owned() }
            };
            self.groups = world.layout().groups.iter().map(name).collect();
        }
        self.last = Some(tick);
        self.rows(world).map_err(|e| self.file.error(e))
    }

    fn finish(self: Box<Self>, _run: &CompletedRun) -> Result<(), ExportError> {
        self.file.commit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_documented() {
        let page = include_str!("../../../docs/measuring.md");
        for column in HEADER.split(',') {
            assert!(page.contains(&format!("`{column}`")), "docs/measuring.md lacks {column}");
        }
    }
}
