//! *Look for a new version*: asks the one address that a person set, on a click, and says what it said.

use serde::Serialize;

use super::{Code, Desk, Failure};
use tacklebox_bring::updates::{self, Release};
use tacklebox_change::settings;

/// What came of looking for a new version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NewVersion {
    /// Who would be asked is to be read first.
    Confirm { title: String, sentences: Vec<String> },
    /// There is none.
    Newest { sentence: String },
    /// There is one, and where to get it.
    Newer { sentence: String, url: String, notes: Option<String> },
}

impl Desk {
    /// Sets that address; an empty one: nobody is asked. Nothing is asked by this.
    ///
    /// # Errors
    /// What is not an https address, and where our own data cannot be written.
    pub fn set_updates_from(&self, address: &str) -> Result<Option<String>, Failure> {
        let machine = self.state().machine.clone();
        settings::set_updates_from(&machine, address)?;
        Ok(settings::updates_from(&machine))
    }

    /// Asks whether there is a newer version, after the address was read.
    ///
    /// # Errors
    /// Where no address is set, and whatever goes wrong on the way; nothing is installed in any case.
    pub fn look_for_version(&self, confirmed: bool) -> Result<NewVersion, Failure> {
        let machine = self.state().machine.clone();
        let Some(from) = settings::updates_from(&machine) else {
            return Err(settings::nobody_to_ask());
        };
        let question = NewVersion::Confirm {
            title: "Look for a new version?".into(),
            sentences: vec![
                format!("This asks {from} once."),
                "It is told that Tacklebox asks, and which version: no hook and no name of yours. Nothing is installed."
                    .into(),
            ],
        };
        if let Some(question) = self.asked.first(confirmed, question) {
            return Ok(question);
        }
        let nothing = || Failure::new(Code::NotStarted, "The question could not be asked.");
        let work = async move { updates::newest(&machine, &from).await };
        let release = self.tries.wait(work)?.ok_or_else(nothing)??;
        judged(release)
    }
}

fn judged(release: Release) -> Result<NewVersion, Failure> {
    let Release { version, url, notes } = release;
    let (newer, sentence) = settings::is_newer(&version)?;
    Ok(if newer {
        NewVersion::Newer { sentence, url, notes }
    } else {
        NewVersion::Newest { sentence }
    })
}

#[cfg(test)]
mod tests {
    use tacklebox_testing::server::{Server, ok};

    use super::*;
    use tacklebox_agents::agent::Options;

    #[tokio::test(flavor = "multi_thread")]
    async fn nobody_is_asked_before_an_address_is_set_and_was_read() {
        let body = br#"{"version": "99.0.0", "url": "https://example.com/get"}"#;
        let server = Server::start(|_| ok(body)).await;
        let home = tempfile::tempdir().unwrap();
        let desk = Desk::start_with(server.machine(home.path()), Options::default(), |_| {});
        assert_eq!(desk.look_for_version(true).unwrap_err().code, Code::NotFound);
        let address = server.url("/latest.json");
        assert_eq!(desk.set_updates_from(&address).unwrap(), Some(address.clone()));
        let NewVersion::Confirm { sentences, .. } = desk.look_for_version(true).unwrap() else {
            panic!("it was not asked")
        };
        assert!(sentences.join(" ").contains(&address), "{sentences:?}");
        assert!(server.asked().is_empty());
        let found = tokio::task::block_in_place(|| desk.look_for_version(true)).unwrap();
        let NewVersion::Newer { sentence, url, .. } = found else { panic!("{found:?}") };
        assert!(sentence.starts_with("Tacklebox 99.0.0 is there"), "{sentence}");
        assert_eq!((url.as_str(), server.asked().len()), ("https://example.com/get", 1));
    }
}
