//! One program in a box, and what it did there.

use std::path::Path;
use std::sync::Arc;

use super::copy::{self, Files};
use super::{Boxed, Effects, changes};
use tacklebox_machine::walls::Walls;

/// The box of a program, and the walls around it.
pub(crate) struct Inside {
    pub boxed: Arc<Boxed>,
    pub walls: Arc<Walls>,
    /// What was there when it was looked last, where the walls do not tell what is done.
    before: Option<Files>,
}

impl Inside {
    /// Before the program starts.
    pub fn new(boxed: Arc<Boxed>, walls: Arc<Walls>) -> Self {
        let looks = boxed.kind.is_closed() && !boxed.kind.tells();
        let before = looks.then(|| files(&walls));
        Self { boxed, walls, before }
    }

    /// What it did since this was asked last.
    pub fn effects(&mut self) -> Effects {
        let Some(before) = &mut self.before else { return self.boxed.effects(self.walls.take()) };
        let now = files(&self.walls);
        let effects = self.boxed.effects(changes(before, &now));
        *before = now;
        Effects { refused: None, hosts: None, programs: None, ..effects }
    }
}

/// Whatever it may write to.
fn files(walls: &Walls) -> Files {
    copy::files(walls.write.iter().map(|dir| -> &Path { dir }))
}
