//! The parties: sets of units that share a potential.
//!
//! In the paper, a group is defined by its goal. A map's group may be more than that: a block whose members
//! each have their own goal, or a ring whose members all head for the opposite side.

use super::ground::walks;
use crate::math;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Renumbering, Vec2};
use serde::{Deserialize, Serialize};

/// Members have a common direction if the mean of their directions, as unit vectors, is at least this long.
const COMMON_DIRECTION: f32 = 0.6;
/// The number of sectors into which a group without a common direction is divided. A unit's sector depends on
/// where among the group's goals its own goal lies.
const SECTORS: u8 = 8;
/// The maximum number of parties with a potential; those of the lowest groups have priority. Other units walk
/// straight, at the speed that the crowd allows.
const MOST_PARTIES: usize = 32;

/// The members of a group that head the same way.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Party {
    /// The group.
    pub group: u16,
    /// The sector of the group; 0 for the whole group.
    pub sector: u8,
    /// The mean direction of the members.
    pub direction: Vec2,
}

/// All walking units, divided into parties.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Parties {
    /// The parties, by group and sector.
    pub list: Vec<Party>,
    /// Group and sector of each unit; none for a unit that does not walk.
    parts: Vec<Option<(u16, u8)>>,
    /// The groups with walking units.
    groups: Vec<u16>,
}

impl Parties {
    /// Divides the walking units into parties.
    pub fn divide(&mut self, crowd: &Crowd<'_>) {
        self.parts.clear();
        self.parts
            .extend((0..crowd.position.len()).map(|id| walks(crowd, id).then_some((crowd.group[id], 0))));
        self.groups.clear();
        self.groups.extend(self.parts.iter().flatten().map(|(group, _)| *group));
        self.groups.sort_unstable();
        self.groups.dedup();
        self.list.clear();
        for k in 0..self.groups.len() {
            let group = self.groups[k];
            if self.list.len() >= MOST_PARTIES {
                break;
            }
            if !self.admit(crowd, group, 0) {
                self.split(crowd, group);
                (1..=SECTORS).for_each(|sector| _ = self.admit(crowd, group, sector));
            }
        }
        self.list.truncate(MOST_PARTIES);
    }

    /// Follows the units to their new ids. New ones have no party until the next division.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        if !self.parts.is_empty() {
            renumbering.apply(&mut self.parts, || None);
        }
    }

    /// Whether unit `id` walks, with or without a party.
    pub fn walks(&self, id: u32) -> bool {
        self.parts.get(id as usize).is_some_and(Option::is_some)
    }

    /// The index of unit `id`'s party.
    pub fn party_of(&self, id: u32) -> Option<usize> {
        let (group, sector) = (*self.parts.get(id as usize)?)?;
        self.list.iter().position(|party| (party.group, party.sector) == (group, sector))
    }

    /// The members of a party, by id.
    pub fn members(&self, party: Party) -> impl Iterator<Item = usize> + Clone {
        let part = Some((party.group, party.sector));
        self.parts.iter().enumerate().filter(move |(_, other)| **other == part).map(|(id, _)| id)
    }

    /// Lists a group or one of its sectors as a party, if its members have a common direction.
    fn admit(&mut self, crowd: &Crowd<'_>, group: u16, sector: u8) -> bool {
        let mut party = Party { group, sector, direction: Vec2::zeros() };
        let (mut sum, mut count) = (Vec2::zeros(), 0.0);
        for id in self.members(party) {
            sum += math::normalize(crowd.goal[id] - crowd.position[id]);
            count += 1.0;
        }
        party.direction = math::normalize(sum);
        let common = count > 0.0 && sum.norm() >= COMMON_DIRECTION * count;
        if common {
            self.list.push(party);
        }
        common
    }

    /// Divides a group into sectors around the centre of its members' goals.
    fn split(&mut self, crowd: &Crowd<'_>, group: u16) {
        let members = || (0..self.parts.len()).filter(|id| self.parts[*id] == Some((group, 0)));
        let (mut middle, mut count) = (Vec2::zeros(), 0.0);
        for id in members() {
            middle += crowd.goal[id].coords;
            count += 1.0;
        }
        let middle = Point::from(middle / f32::max(count, 1.0));
        for id in 0..self.parts.len() {
            if self.parts[id] == Some((group, 0)) {
                let turns = math::angle(crowd.goal[id] - middle) / std::f32::consts::TAU + 0.5;
                let sector = (turns * f32::from(SECTORS)) as u8 % SECTORS;
                self.parts[id] = Some((group, 1 + sector));
            }
        }
    }
}

/// The outermost of a set of points: the farthest one along a direction in each strip of one cell's width.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Outermost(Vec<(i64, f32, Point)>);

impl Outermost {
    /// Finds the outermost of `points`, in strips `width` metres wide along `direction`.
    pub fn find(&mut self, direction: Vec2, width: f32, points: impl Iterator<Item = Point>) {
        let strip = |p: Point| (math::cross(direction, p.coords) / width).floor() as i64;
        self.0.clear();
        self.0.extend(points.map(|p| (strip(p), p.coords.dot(&direction), p)));
        self.0.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        self.0.dedup_by_key(|(strip, ..)| *strip);
    }

    /// The outermost points.
    pub fn positions(&self) -> impl Iterator<Item = Point> {
        self.0.iter().map(|(_, _, p)| *p)
    }
}
