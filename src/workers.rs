//! Threads that share work without deciding anything: what is done does not depend on how many there are.

use rayon::prelude::*;

/// Who does the work: a pool, or the calling thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct Workers<'a>(Option<&'a rayon::ThreadPool>);

impl<'a> Workers<'a> {
    /// The threads of `pool`; the calling thread where there is none.
    pub fn new(pool: Option<&'a rayon::ThreadPool>) -> Self {
        Workers(pool)
    }

    /// Does `work` on every item, each by itself.
    pub fn each<T: Send>(self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter_mut().for_each(work)),
            _ => items.iter_mut().for_each(work),
        }
    }

    /// What `work` makes of each item, in the order of the items.
    pub fn map<T: Sync, R: Send>(self, items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().map(work).collect()),
            _ => items.iter().map(work).collect(),
        }
    }
}
