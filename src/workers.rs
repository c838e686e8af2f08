//! Threads that share work without deciding anything: what is done does not depend on how many there are.

use rayon::prelude::*;

/// Array entries that one thread works on in a row, at least: handing out single ones costs more than the work.
const SHORTEST_RUN: usize = 32;

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

    /// Does `work` on every item together with its part of `whole`: `size` entries each, fewer for the last item.
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

    /// Does `work` on every index and the entries of three arrays there.
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

    /// What `work` makes of each item, in the order of the items.
    pub fn map<T: Sync, R: Send>(self, items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        match self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().map(work).collect()),
            _ => items.iter().map(work).collect(),
        }
    }
}
