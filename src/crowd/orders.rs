//! What each unit is told to do: the leg that it is on, those that follow, and whether it gets on.

use super::ids::OrderId;
use super::order::Leg;
use crate::types::Point;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The orders of a unit, and its progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct UnitOrders {
    /// The leg that it is on. None before its first order.
    pub leg: Option<Leg>,
    /// The legs after that.
    pub queue: VecDeque<Leg>,
    /// Its own maximum speed, without the limit of an order, m/s.
    pub own_speed: f32,
    /// Whether no path led to its goal when the order was given.
    pub has_no_path: bool,
    /// Where it was when it last got on …
    pub anchor: Point,
    /// … and in which tick.
    pub since: u64,
    pub is_stuck: bool,
}

impl UnitOrders {
    pub fn new(own_speed: f32, anchor: Point, tick: u64) -> UnitOrders {
        UnitOrders {
            leg: None,
            queue: VecDeque::new(),
            own_speed,
            has_no_path: false,
            anchor,
            since: tick,
            is_stuck: false,
        }
    }

    /// The order that it is on.
    pub fn order(&self) -> Option<OrderId> {
        self.leg.as_ref().map(|leg| leg.order)
    }

    /// What later ticks depend on, for hashes. Nothing before the first order.
    pub fn bits(&self) -> impl Iterator<Item = u64> + '_ {
        self.leg.iter().chain(&self.queue).map(|leg| leg.order.0)
    }
}
