//! Measured figures: blocks that show a table of `benches/results`, and links that quote a cell of one.
//!
//! A file begins with `# title | command | version | machine`; further lines with `#` are notes.

use super::pages::{Page, files, root};

/// The folder that holds the tables, as links name it.
const FOLDER: &str = "benches/results/";

/// A table of measured figures.
struct Table {
    /// The title, the command, the version and the machine.
    caption: Vec<String>,
    notes: Vec<String>,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The content of the block `figures OF`, with OF such as
///
/// - `lanes`: the whole table,
/// - `lanes mode=lanes: map, time ratio`: some rows and columns,
/// - `modes push=on: mode by map, time ratio, stuck units`: a row for each mode, a column for each map.
///
/// It has the table's caption unless that stands `before` it on the page.
pub(super) fn block(of: &str, before: &str) -> Result<String, String> {
    let (source, shown) = of.split_once(": ").unwrap_or((of, ""));
    let (name, conditions) = source.split_once(' ').unwrap_or((source, ""));
    let mut table = Table::read(name)?;
    table.keep(conditions)?;
    let (headings, rows) = table.show(shown)?;
    if rows.is_empty() {
        return Err(format!("no row of {name}.csv is '{conditions}'"));
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ")).replace("|  |", "| |");
    let lines: String = rows.iter().map(|cells| line(cells)).collect();
    let shown = [' ', ':'].iter().any(|end| before.contains(&format!("generated: figures {name}{end}")));
    let caption = if shown { String::new() } else { table.caption() + "\n\n" };
    Ok(format!("{caption}{}|{}\n{lines}", line(&headings), "---|".repeat(headings.len())))
}

impl Table {
    fn read(name: &str) -> Result<Table, String> {
        let path = root().join(format!("{FOLDER}{name}.csv"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Table::parse(&text).map_err(|error| format!("{name}.csv: {error}"))
    }

    fn parse(text: &str) -> Result<Table, String> {
        let mut notes = text.lines().map_while(|line| line.strip_prefix("# ")).map(str::to_string);
        let caption: Vec<String> =
            notes.next().unwrap_or_default().split(" | ").map(str::to_string).collect();
        if caption.len() != 4 {
            return Err("the first line must be '# title | command | version | machine'".into());
        }
        let notes = notes.collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut reader = csv::ReaderBuilder::new();
        for row in reader.comment(Some(b'#')).has_headers(false).from_reader(text.as_bytes()).records() {
            let row = row.map_err(|error| error.to_string())?;
            rows.push(row.iter().map(str::to_string).collect());
        }
        if rows.len() < 2 {
            return Err("it has no rows".into());
        }
        Ok(Table { caption, notes, headings: rows.remove(0), rows })
    }

    fn column(&self, heading: &str) -> Result<usize, String> {
        let found = self.headings.iter().position(|other| other == heading);
        found.ok_or_else(|| format!("no column '{heading}' among {:?}", self.headings))
    }

    /// Keeps the rows that meet conditions such as `mode=lanes, push=on`.
    fn keep(&mut self, conditions: &str) -> Result<(), String> {
        for condition in conditions.split(", ").filter(|condition| !condition.is_empty()) {
            let (heading, value) = condition.split_once('=').ok_or(format!("'{condition}' has no ="))?;
            let column = self.column(heading)?;
            self.rows.retain(|row| row[column] == value);
        }
        Ok(())
    }

    fn caption(&self) -> String {
        let [title, command, version, machine] = &self.caption[..] else { unreachable!("parse checks it") };
        let notes: String = self.notes.iter().map(|note| format!(" {note}")).collect();
        format!("**{title}.** `{command}`; {version}; {machine}.{notes}")
    }

    /// Headings and rows of what a block shows.
    fn show(&self, shown: &str) -> Result<(Vec<String>, Vec<Vec<String>>), String> {
        let mut columns: Vec<&str> = shown.split(", ").filter(|column| !column.is_empty()).collect();
        if let Some((rows, across)) = columns.first().and_then(|first| first.split_once(" by ")) {
            return self.cross(rows, across, &columns[1..]);
        }
        if columns.is_empty() {
            columns = self.headings.iter().map(String::as_str).collect();
        }
        columns.retain(|column| !column.ends_with(" ±"));
        let cells = columns.iter().map(|column| self.cells(column)).collect::<Result<Vec<_>, _>>()?;
        let row = |at: usize| cells.iter().map(|column| or_dash(column[at].clone())).collect();
        Ok((columns.into_iter().map(String::from).collect(), (0..self.rows.len()).map(row).collect()))
    }

    /// A row for each value of one column and a column for each value of another. A cell has the first of the `values` and, in brackets, the
    /// others; that all units arrive is not said.
    fn cross(
        &self,
        down: &str,
        across: &str,
        values: &[&str],
    ) -> Result<(Vec<String>, Vec<Vec<String>>), String> {
        let (downs, acrosses) = (self.cells(down)?, self.cells(across)?);
        let values = values.iter().map(|value| self.cells(value)).collect::<Result<Vec<_>, _>>()?;
        let cell = |at: usize| -> String {
            let said = |part: &&str| !["", "100 %", "100.0 %"].contains(part);
            let mut parts = values.iter().map(|column| column[at].as_str()).filter(said);
            let first = parts.next().unwrap_or_default().to_string();
            let others: Vec<&str> = parts.collect();
            if others.is_empty() { first } else { format!("{first} ({})", others.join(", ")) }
        };
        let (mut headings, mut rows): (Vec<String>, Vec<Vec<String>>) = (vec![down.into()], Vec::new());
        for at in (0..self.rows.len()).filter(|at| !cell(*at).is_empty()) {
            let column =
                headings[1..].iter().position(|heading| *heading == acrosses[at]).map(|place| place + 1);
            let column = column.unwrap_or_else(|| {
                headings.push(acrosses[at].clone());
                headings.len() - 1
            });
            let row = rows.iter().position(|row| row[0] == downs[at]).unwrap_or_else(|| {
                rows.push(vec![downs[at].clone()]);
                rows.len() - 1
            });
            let length = rows[row].len().max(column + 1);
            rows[row].resize(length, String::new());
            rows[row][column] = cell(at);
        }
        for row in &mut rows {
            row.resize(headings.len(), String::new());
            row.iter_mut().for_each(|cell| *cell = or_dash(std::mem::take(cell)));
        }
        Ok((headings, rows))
    }

    /// A column, with the half widths of its intervals if another column has them.
    fn cells(&self, heading: &str) -> Result<Vec<String>, String> {
        let column = self.column(heading)?;
        let interval = self.column(&format!("{heading} ±")).ok();
        let cell = |row: &Vec<String>| match interval.map(|interval| row[interval].as_str()) {
            None | Some("") => row[column].clone(),
            Some(interval) => format!("{} ± {interval}", row[column]),
        };
        Ok(self.rows.iter().map(cell).collect())
    }

    /// The cell that `a/b/column` names: the row that begins with a and b. `-` may stand for a space.
    fn named(&self, key: &str) -> Result<&str, String> {
        let same = |cell: &String, part: &str| cell.replace(' ', "-") == part;
        let (cells, heading) = key.rsplit_once('/').ok_or(format!("'{key}' is not ROW/COLUMN"))?;
        let cells: Vec<&str> = cells.split('/').collect();
        let column = self.headings.iter().position(|other| same(other, heading));
        let column = column.ok_or(format!("no column '{heading}' among {:?}", self.headings))?;
        let named = |row: &&Vec<String>| row.iter().zip(&cells).all(|(cell, part)| same(cell, part));
        let found: Vec<&Vec<String>> = self.rows.iter().filter(named).collect();
        match found[..] {
            [row] => Ok(&row[column]),
            _ => Err(format!("{} rows begin with {cells:?}, not one", found.len())),
        }
    }
}

fn or_dash(cell: String) -> String {
    if cell.is_empty() { "–".into() } else { cell }
}

/// A page in which each link to a cell, such as `[1.04](…benches/results/lanes.csv#A-1000/lanes/time-ratio)`, says what the cell says, with
/// as many digits as it had.
pub(super) fn quoted(page: &Page) -> String {
    let mut text = String::new();
    let mut rest = page.text.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        let link = after.split(')').next().unwrap_or_default();
        let cell = link.split_once(".csv#").and_then(|(file, key)| Some((file.rsplit_once(FOLDER)?.1, key)));
        match (cell, before.rsplit_once('[')) {
            (Some((name, key)), Some((prose, quote))) => {
                let table = Table::read(name);
                let cell = table.as_ref().map_err(Clone::clone).and_then(|table| table.named(key));
                let cell = cell.unwrap_or_else(|error| panic!("{}: {link}: {error}", page.path));
                text += &format!("{prose}[{}](", agreeing(quote, cell));
            }
            _ => text += &format!("{before}]("),
        }
        rest = after;
    }
    text + rest
}

/// The quote with the number of the cell, rounded to the digits that the quote has; the cell, if one of them is no number.
fn agreeing(quote: &str, cell: &str) -> String {
    let end =
        |text: &str| text.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(text.len());
    let (number, unit) = quote.split_at(end(quote));
    let measured = cell[..end(cell)].parse::<f64>();
    match (number.parse::<f64>(), measured) {
        (Ok(_), Ok(measured)) => {
            let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
            format!("{measured:.digits$}{unit}")
        }
        _ => cell.into(),
    }
}

const TEXT: &str = "# Two modes | sidestep run | 0.2.0 | a laptop\n# One run a row.\n\
    map,mode,ratio,ratio ±,arrived,stuck units\n\
    door,lanes,1.635,0.011,100.0 %,3\ndoor,none,,,2 %,160\nopen field,lanes,1.04,,100 %,0\n";

#[test]
fn a_block_shows_rows_and_columns_or_one_column_across() {
    let mut table = Table::parse(TEXT).unwrap();
    assert_eq!(table.caption(), "**Two modes.** `sidestep run`; 0.2.0; a laptop. One run a row.");
    let (headings, rows) = table.show("mode by map, ratio, arrived, stuck units").unwrap();
    assert_eq!(headings, ["mode", "door", "open field"]);
    assert_eq!(rows, [["lanes", "1.635 ± 0.011 (3)", "1.04 (0)"], ["none", "2 % (160)", "–"]]);
    table.keep("map=door, mode=lanes").unwrap();
    assert_eq!(table.show("").unwrap().0, ["map", "mode", "ratio", "arrived", "stuck units"]);
    assert_eq!(table.show("map, ratio").unwrap().1, [["door", "1.635 ± 0.011"]]);
    assert!(table.show("speed").unwrap_err().contains("no column 'speed'"));
    assert!(Table::parse("map,mode\n").is_err());
}

#[test]
fn a_caption_stands_once_on_a_page() {
    let first = block("speed threads=1", "").unwrap();
    assert!(first.starts_with("**A whole tick"));
    assert!(
        block("speed threads=2", "<!-- generated: figures speed threads=1 -->")
            .unwrap()
            .starts_with("| threads |")
    );
    assert!(block("speed threads=9", "").is_err());
}

#[test]
fn a_quote_keeps_its_digits_and_unit() {
    assert_eq!(agreeing("1.05", "1.637"), "1.64");
    assert_eq!(agreeing("3 ms", "0.967"), "1 ms");
    assert_eq!(agreeing("99.9 %", "98.8 %"), "98.8 %");
    assert_eq!(agreeing("lanes", "orca"), "orca");
}

#[test]
fn a_key_names_one_cell() {
    let table = Table::parse(TEXT).unwrap();
    assert_eq!(table.named("open-field/ratio"), Ok("1.04"));
    assert_eq!(table.named("door/none/stuck-units"), Ok("160"));
    assert!(table.named("door/ratio").unwrap_err().starts_with("2 rows"));
    assert!(table.named("door/lanes/speed").is_err());
}

/// A page that quotes another figure than the table's differs from the page that the test demands.
#[test]
fn a_page_that_disagrees_with_a_table_is_found() {
    let cell = Table::read("speed").unwrap().named("1/lanes/1000/times-RVO2").unwrap().to_string();
    let page = |figure: &str| Page {
        path: "docs/README.md".into(),
        text: format!(
            "A tick takes [{figure}](../{FOLDER}speed.csv#1/lanes/1000/times-RVO2) of it, see [b](b.md)."
        ),
    };
    assert_eq!(quoted(&page(&cell)), page(&cell).text);
    assert_eq!(quoted(&page("9.99")), page(&cell).text);
}

#[test]
fn every_table_of_figures_can_be_read() {
    for file in files(&root().join(FOLDER)) {
        if let Some(name) = file.to_str().and_then(|path| path.strip_suffix(".csv")) {
            Table::read(name.rsplit(['/', '\\']).next().unwrap()).unwrap();
        }
    }
}
