//! Recordings: a run as a file that plays again exactly. A recording has whatever the caller needs to make the layout again, the
//! state at the start and every 10 s, everything that was commanded, and the state hash of every tick.
//!
//! ```
//! use sidestep::crowd::Order;
//! use sidestep::recording::{Recorder, Recording};
//! use sidestep::types::Point;
//! use sidestep::world::{Layout, Start, World};
//!
//! let at = |x: f32| Start { position: Point::new(x, 0.0), ..Start::default() };
//! let mut layout = Layout::new(vec![at(0.0), at(2.0)]);
//! layout.starts.iter_mut().for_each(|start| start.goal = sidestep::navigation::Goal::Roam);
//! let mut world = World::new(layout.clone(), 1);
//! let mut file = Vec::new();
//! let mut recorder = Recorder::new(&mut file, b"my map", &world)?;
//! for tick in 0..90 {
//!     if tick == 30 {
//!         let all = world.ids().to_vec();
//!         world.order(&all, Order::go(Point::new(1.0, 3.0)))?;
//!     }
//!     world.tick();
//!     recorder.tick(&world)?;
//! }
//! recorder.finish()?;
//!
//! let recording = Recording::read(&file)?;
//! assert_eq!((recording.scene(), recording.last_tick()), (&b"my map"[..], 90));
//! let mut player = recording.play(layout, 1)?;
//! while player.tick()? {}
//! assert_eq!(player.world().state_hash(), world.state_hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The file
//!
//! All numbers are little-endian. A file begins with the eight bytes `SIDESTEP`, the byte `R`, the number of the format (`u32`), and the
//! length of the engine's version (`u8`) with the version. Parts follow, each with a letter, the length of its content (`u32`), the
//! content, and the XXH3 checksum of letter, length and content (`u64`):
//!
//! | letter | content |
//! |---|---|
//! | `M` | what the caller needs to make the layout |
//! | `S` | a tick (`u64`), then a snapshot ([`World::snapshot`](crate::world::World::snapshot)) of the state after it |
//! | `C` | a tick (`u64`), then what was commanded between it and the next one (postcard, a list of [`Input`]) |
//! | `H` | a tick (`u64`), then the state hashes after it and after those that follow (`u64` each) |
//! | `P` | a tick (`u64`), the number of ticks (`u32`) and of units (`u32`), the index and the generation of each unit's id (`u32` each), then the tracks |
//! | `N` | a tick (`u64`), then what the caller notes of the run up to it ([`Recorder::note`]) |
//! | `E` | nothing: the recording was finished |
//!
//! The tracks say where the units were after that tick and those that follow, in millimetres: for each unit, all x, then all y. Each
//! number is how much the change since the tick before differs from the change then; before the first tick, position and change are 0.
//! It is a varint: seven bits a byte, the lowest first, the eighth says that another byte follows; the lowest bit is the sign
//! (0, -1, 1, -2 are 0, 1, 2, 3). Where units are added or removed, another part begins.
//!
//! Every second, `P` and `H` are written. A [`brief`] recording has `M`, `H` of the last tick, and `E`.

mod part;
mod player;
mod recorder;
mod recording;
mod tracks;

pub use crate::world::Input;
pub use player::{Divergence, PlayError, Player};
pub use recorder::{RecordError, Recorder, brief};
pub use recording::{Ending, Recording, RecordingError};
pub use tracks::RecordedPlace;
