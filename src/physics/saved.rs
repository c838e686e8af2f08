//! Copies of the bodies, in memory and as bytes. Both go on exactly as the original would.

use super::Physics;
use super::polygon::ExactPolygons;
use rapier2d::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Clone for Physics {
    fn clone(&self) -> Physics {
        let PhysicsWorld {
            gravity,
            integration_parameters,
            islands,
            broad_phase,
            narrow_phase,
            bodies,
            colliders,
            impulse_joints,
            multibody_joints,
            soft_bodies,
            ..
        } = &self.world;
        // The rest are buffers.
        let world = PhysicsWorld {
            gravity: *gravity,
            integration_parameters: *integration_parameters,
            islands: islands.clone(),
            broad_phase: broad_phase.clone(),
            narrow_phase: narrow_phase.clone(),
            bodies: bodies.clone(),
            colliders: colliders.clone(),
            impulse_joints: impulse_joints.clone(),
            multibody_joints: multibody_joints.clone(),
            soft_bodies: soft_bodies.clone(),
            ..PhysicsWorld::default()
        };
        Physics {
            world,
            bodies: self.bodies.clone(),
            colliders: self.colliders.clone(),
            turners: self.turners.clone(),
            walls: self.walls.clone(),
            slots: self.slots.clone(),
            max_speed: self.max_speed.clone(),
            hooked: self.hooked,
            balls: self.balls.clone(),
            substeps: self.substeps,
        }
    }
}

/// What a copy needs beside the world.
type Handles = (
    Vec<RigidBodyHandle>,
    Vec<ColliderHandle>,
    Vec<(usize, RigidBodyHandle)>,
    Vec<ColliderHandle>,
    Vec<u32>,
    Vec<f32>,
    bool,
    u16,
);

impl Serialize for Physics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Physics { world, bodies, colliders, turners, walls, slots, max_speed, hooked, substeps, .. } =
            self;
        (world, (bodies, colliders, turners, walls, slots, max_speed, hooked, substeps)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Physics {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Physics, D::Error> {
        let (mut world, handles) = <(PhysicsWorld, Handles)>::deserialize(deserializer)?;
        // Rapier leaves it out.
        world.narrow_phase.set_query_dispatcher(ExactPolygons);
        let (bodies, colliders, turners, walls, slots, max_speed, hooked, substeps) = handles;
        let balls = Vec::new();
        Ok(Physics { world, bodies, colliders, turners, walls, slots, max_speed, hooked, balls, substeps })
    }
}
