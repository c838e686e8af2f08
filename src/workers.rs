//! Threads that share work. Results do not depend on their number.

use rayon::prelude::*;

/// The smallest number of array entries given to a thread at once. Handing out single entries costs more than the
/// work.
const SHORTEST_RUN: usize = 32;

/// A thread pool, or the calling thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct Workers<'a>(Option<&'a rayon::ThreadPool>);

impl<'a> Workers<'a> {
    /// The threads of `pool`, or the calling thread without one.
    pub fn new(pool: Option<&'a rayon::ThreadPool>) -> Self {
        Workers(pool)
    }

    /// Whether there is more than one thread.
    pub fn are_many(self) -> bool {
        self.0.is_some()
    }

    /// Runs two independent pieces of work, at the same time if there are several threads.
    pub fn both(self, one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
        match self.0 {
            Some(pool) => _ = pool.join(one, other),
            None => {
                one();
                other();
            }
        }
    }

    /// Runs `work` on every item independently.
    pub fn each<T: Send>(self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter_mut().for_each(work)),
            _ => items.iter_mut().for_each(work),
        }
    }

    /// Runs `work` on every item with its section of `whole`: `size` entries each, fewer for the last item.
    pub fn each_with_part<T: Send, U: Send>(
        self,
        items: &mut [T],
        whole: &mut [U],
        size: usize,
        work: impl Fn(&mut T, &mut [U]) + Sync + Send,
    ) {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| {
                items
                    .par_iter_mut()
                    .zip(whole.par_chunks_mut(size))
                    .for_each(|(item, part)| work(item, part));
            }),
            _ => items.iter_mut().zip(whole.chunks_mut(size)).for_each(|(item, part)| work(item, part)),
        }
    }

    /// Runs `work` on every index and the entry at that index.
    pub fn each_indexed<T: Send>(self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| {
                let all = items.par_iter_mut().with_min_len(SHORTEST_RUN);
                all.enumerate().for_each(|(i, item)| work(i, item));
            }),
            _ => items.iter_mut().enumerate().for_each(|(i, item)| work(i, item)),
        }
    }

    /// Runs `work` on every index and the entries of three arrays at that index.
    pub fn each_of_three<A: Send, B: Send, C: Send>(
        self,
        a: &mut [A],
        b: &mut [B],
        c: &mut [C],
        work: impl Fn(usize, &mut A, &mut B, &mut C) + Sync + Send,
    ) {
        match self.0 {
            Some(pool) if a.len() > 1 => pool.install(|| {
                let all = a.par_iter_mut().zip(b.par_iter_mut()).zip(c.par_iter_mut());
                all.with_min_len(SHORTEST_RUN).enumerate().for_each(|(i, ((a, b), c))| work(i, a, b, c));
            }),
            _ => {
                let all = a.iter_mut().zip(b).zip(c);
                all.enumerate().for_each(|(i, ((a, b), c))| work(i, a, b, c));
            }
        }
    }

    /// Returns the results of `work` for each item, in the order of the items.
    pub fn map<T: Sync, R: Send>(self, items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().map(work).collect()),
            _ => items.iter().map(work).collect(),
        }
    }
}
