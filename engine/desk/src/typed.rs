//! What was typed in the window and not saved: it outlives a program that ends without closing its window.
//! Only for the owner's eyes, as our copies of configs are, and gone once it was saved or let go.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use super::{Desk, Failure};
use tacklebox_change::unsaved::{self, MAX_BYTES};
use tacklebox_machine::data;
use tacklebox_machine::failure::Code;

impl Desk {
    /// The texts that an earlier run left, by the names under which the window kept them.
    pub fn typed_before(&self) -> BTreeMap<String, String> {
        let machine = self.state().machine.clone();
        unsaved::read(&machine).map(|(texts, _)| texts).unwrap_or_default()
    }

    /// Keeps a text, or lets it go.
    ///
    /// # Errors
    /// Where it is too long, or our own folder cannot be written to. What was kept before stays.
    pub fn keep_typed(&self, name: &str, text: Option<&str>) -> Result<(), Failure> {
        let _one = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = self.state().machine.clone();
        let (mut texts, stamp) = unsaved::read(&machine)?;
        match text {
            Some(text) => texts.insert(name.to_owned(), text.to_owned()),
            None => texts.remove(name),
        };
        if texts.is_empty() {
            return Ok(unsaved::forget(&machine)?);
        }
        if serde_json::json!(texts).to_string().len() > MAX_BYTES {
            let sentence = "What is typed is too long to be kept for the case that Tacklebox ends.";
            return Err(
                Failure::new(Code::NotWritten, sentence).hint("It is still in its field. Save it.")
            );
        }
        data::make(&machine)?;
        data::claim(&machine)?;
        Ok(unsaved::write(&machine, &texts, &stamp)?)
    }

    /// Lets all of them go: the person closed the window and was asked.
    ///
    /// # Errors
    /// Where our own folder cannot be written to.
    pub fn forget_typed(&self) -> Result<(), Failure> {
        let _one = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = self.state().machine.clone();
        Ok(unsaved::forget(&machine)?)
    }
}
