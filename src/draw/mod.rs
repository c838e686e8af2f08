//! A world as pixels.
