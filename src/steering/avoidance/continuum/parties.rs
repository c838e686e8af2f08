//! Who shares a potential. In the paper a group is who has one goal. A map's group may be more than that: a block of which
//! each member has a place of its own, or a ring of which everyone wants to be on the opposite side.

use super::ground::walks;
use crate::math;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};

/// Members have one way in common when the mean of their ways, as unit vectors, is at least so long.
const COMMON_WAY: f32 = 0.6;
/// A group without one is divided into so many, by where in the group's goals a member's own one lies.
const SECTORS: u8 = 8;
/// So many parties have a potential, those of the lowest groups. Others go straight, at the speed that the crowd allows.
const MOST_PARTIES: usize = 32;

/// Those of a group who go the same way.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Party {
    /// The group.
    pub group: u16,
    /// Which part of it: 0 is all of it.
    pub sector: u8,
    /// The mean of the members' ways.
    pub way: Vec2,
}

/// Everyone who walks, divided into parties.
#[derive(Debug, Clone, Default)]
pub(super) struct Parties {
    /// The parties, by group and sector.
    pub list: Vec<Party>,
    /// Group and sector of each unit; none for one that does not walk.
    parts: Vec<Option<(u16, u8)>>,
    /// Groups in which someone walks.
    groups: Vec<u16>,
}

impl Parties {
    /// Divides those who walk.
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

    /// Whether unit `id` walks, in a party or alone.
    pub fn walks(&self, id: u32) -> bool {
        self.parts.get(id as usize).is_some_and(Option::is_some)
    }

    /// The number of the party that unit `id` is in.
    pub fn party_of(&self, id: u32) -> Option<usize> {
        let (group, sector) = (*self.parts.get(id as usize)?)?;
        self.list.iter().position(|party| (party.group, party.sector) == (group, sector))
    }

    /// Who is in a party, by id.
    pub fn members(&self, party: Party) -> impl Iterator<Item = usize> + Clone {
        let part = Some((party.group, party.sector));
        self.parts.iter().enumerate().filter(move |(_, other)| **other == part).map(|(id, _)| id)
    }

    /// Lists a part of a group as a party, if its members' ways have enough in common.
    fn admit(&mut self, crowd: &Crowd<'_>, group: u16, sector: u8) -> bool {
        let mut party = Party { group, sector, way: Vec2::zeros() };
        let (mut sum, mut count) = (Vec2::zeros(), 0.0);
        for id in self.members(party) {
            sum += math::normalize(crowd.goal[id] - crowd.position[id]);
            count += 1.0;
        }
        party.way = math::normalize(sum);
        let common = count > 0.0 && sum.norm() >= COMMON_WAY * count;
        if common {
            self.list.push(party);
        }
        common
    }

    /// Divides a group into sectors round the middle of its members' goals.
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

/// Of many places, those with none behind them: the deepest along the way, in each strip of a cell's width.
#[derive(Debug, Clone, Default)]
pub(super) struct Outermost(Vec<(i64, f32, Point)>);

impl Outermost {
    /// Finds them among `places`, strips `width` metres wide along `way`.
    pub fn find(&mut self, way: Vec2, width: f32, places: impl Iterator<Item = Point>) {
        let strip = |p: Point| (math::cross(way, p.coords) / width).floor() as i64;
        self.0.clear();
        self.0.extend(places.map(|p| (strip(p), p.coords.dot(&way), p)));
        self.0.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        self.0.dedup_by_key(|(strip, ..)| *strip);
    }

    /// The places.
    pub fn positions(&self) -> impl Iterator<Item = Point> {
        self.0.iter().map(|(_, _, p)| *p)
    }
}
