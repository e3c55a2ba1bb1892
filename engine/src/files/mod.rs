use std::path::{Path, PathBuf};
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stamp {
    Absent,
    Sha256([u8; 32]),
}
impl Stamp {
    pub fn of(_: &[u8]) -> Self {
        Self::Absent
    }
}
impl std::fmt::Display for Stamp {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("x")]
    Changed { path: PathBuf },
}
pub fn read(_: &Path, _: u64) -> Result<(Option<Vec<u8>>, Stamp), FileError> {
    Ok((None, Stamp::Absent))
}
pub fn save(_: &Path, _: &[u8], _: &Stamp, _: u32) -> Result<(), FileError> {
    Ok(())
}
