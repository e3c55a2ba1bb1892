//! Questions to name servers: read for the name, and answered with "there is no such name".

/// The name that is asked for; none where this is something else.
pub(super) fn name(message: &[u8]) -> Option<String> {
    let head = message.get(..12)?;
    let is_question = head.get(2)? & 0x80 == 0 && head.get(4..6)? == [0, 1];
    if !is_question {
        return None;
    }
    let mut rest = message.get(12..)?;
    let mut parts = Vec::new();
    loop {
        let (length, after) = rest.split_first()?;
        let length = usize::from(*length);
        if length == 0 {
            break;
        }
        let part = after.get(..length).filter(|_| length < 64)?;
        parts.push(std::str::from_utf8(part).ok().filter(|part| is_name(part))?);
        rest = after.get(length..)?;
    }
    (!parts.is_empty()).then(|| parts.join(".").to_lowercase())
}

fn is_name(part: &str) -> bool {
    part.chars().all(|one| one.is_ascii_alphanumeric() || "-_".contains(one))
}

/// "There is no such name", for this question.
pub(super) fn no_such_name(message: &[u8]) -> Option<Vec<u8>> {
    let name = message.get(12..)?.iter().position(|byte| *byte == 0)?;
    // Its head, the name with the byte that ends it, and what of the name is asked for.
    let mut answer = message.get(..name.checked_add(12 + 1 + 4)?)?.to_vec();
    // It is an answer, recursion was there, and the name is not; nothing but the question is in it.
    for (at, byte) in [(2, 0x81), (3, 0x83), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 0)] {
        *answer.get_mut(at)? = byte;
    }
    Some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(name: &str) -> Vec<u8> {
        let mut message = vec![7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
        for part in name.split('.') {
            message.push(part.len() as u8);
            message.extend(part.bytes());
        }
        message.extend([0, 0, 1, 0, 1, /* more */ 0, 0, 41, 4, 176, 0, 0, 0, 0, 0, 0]);
        message
    }

    #[test]
    fn a_question_is_read_and_answered() {
        let asked = question("evil.Example");
        assert_eq!(name(&asked).as_deref(), Some("evil.example"));
        let answer = no_such_name(&asked).unwrap();
        assert_eq!(answer[..4], [7, 7, 0x81, 0x83]);
        assert_eq!(answer.len(), 12 + 14 + 4);
        assert_eq!(name(&answer), None, "an answer is not a question");
    }

    #[test]
    fn what_is_not_a_question_has_no_name() {
        for bytes in [&b""[..], b"GET / HTTP/1.1\r\n", &[0; 12], &question("a")[..14]] {
            assert_eq!(name(bytes), None);
        }
        assert_eq!(name(&question("a b")), None);
    }
}
