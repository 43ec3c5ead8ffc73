//! jm-llm and the layer below it: streams, laws, live pipes.

mod cases;
mod frames;
mod framing;
mod laws;
mod live;
mod recorded;
