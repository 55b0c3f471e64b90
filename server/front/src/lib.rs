//! What the JSON API and the console stand on: the state that all handlers share, the jobs, extractors, middleware, and the pages
//! that the server renders.

pub mod accept_encoding;
pub mod extract;
pub mod jobs;
pub mod middleware;
pub mod pages;
pub mod state;
pub mod work;
