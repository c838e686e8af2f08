//! Islands: other ground that a region encloses.

use crate::navigation::grid::Grid;

/// The number of islands in a region with these cells: the parts of other ground that it encloses, of at least this many cells.
/// `looked` counts the cells that it looks at.
pub(super) fn islands(grid: &Grid, cells: &[usize], least: f32, looked: &mut usize) -> usize {
    let places = || cells.iter().map(|cell| grid.place(*cell));
    let (Some(left), Some(low)) = (places().map(|p| p.0).min(), places().map(|p| p.1).min()) else {
        return 0;
    };
    // With a margin of one cell, so that all ground around the region hangs together.
    let columns = places().fold(0, |most, p| most.max(p.0 - left)) + 3;
    let rows = places().fold(0, |most, p| most.max(p.1 - low)) + 3;
    *looked += columns * rows;
    let mut is_other = vec![true; columns * rows];
    for (column, row) in places() {
        is_other[(row - low + 1) * columns + column - left + 1] = false;
    }
    let mut size_from = |first: usize| {
        let (mut open, mut size) = (vec![first], 0);
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut is_other[at], false) {
                continue;
            }
            size += 1;
            let (column, row) = (at % columns, at / columns);
            let inner = [column > 0, column + 1 < columns, row > 0, row + 1 < rows];
            let sides = [at.wrapping_sub(1), at + 1, at.wrapping_sub(columns), at + columns];
            open.extend(sides.into_iter().zip(inner).filter_map(|(side, inner)| inner.then_some(side)));
        }
        size
    };
    size_from(0);
    (0..columns * rows).map(size_from).filter(|size| *size > 0 && *size as f32 >= least).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Point, Rect};

    /// The islands in the cells with a `#`, of at least `least` cells.
    fn count(rows: &[&str], least: f32) -> usize {
        let size = Point::new(rows[0].len() as f32, rows.len() as f32);
        let grid = Grid::covering(Rect { min: Point::origin(), max: size }, 1.0, 1 << 10);
        let column =
            |row: usize| rows[row].char_indices().filter(|(_, c)| *c == '#').map(|(column, _)| column);
        let cells: Vec<usize> =
            (0..rows.len()).flat_map(|row| column(row).map(move |column| grid.index(column, row))).collect();
        let mut looked = 0;
        let count = islands(&grid, &cells, least, &mut looked);
        assert!(cells.is_empty() || looked > cells.len());
        count
    }

    #[test]
    fn ground_that_a_region_encloses_is_an_island_if_it_is_large_enough() {
        let rows = ["#########", "#..#....#", "#..#.##.#", "####.##.#", "#.##....#", "#########"];
        assert_eq!([0.0, 1.0, 2.0, 4.0, 5.0, 13.0].map(|least| count(&rows, least)), [3, 3, 2, 2, 1, 0]);
    }

    #[test]
    fn ground_that_is_open_to_one_side_or_at_the_edge_is_no_island() {
        assert_eq!(count(&["####", "#..#", "#..#"], 1.0), 0, "it is open below");
        assert_eq!(count(&["....", "....", ".##."], 1.0), 0, "nothing is enclosed");
        assert_eq!(count(&["####", "#..#", "#.##"], 1.0), 0, "by one cell");
        assert_eq!(count(&["###.", "#.#.", "##..", "...."], 1.0), 1, "corners that touch enclose it");
        assert_eq!(count(&["...", "..."], 1.0), 0, "no cells");
    }
}
