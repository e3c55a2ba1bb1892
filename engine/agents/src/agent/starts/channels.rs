//! Secrets by which channels are let in, and by which others are known to them.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::found::{Found, Object, is_off};

/// A channel that is on, and those of its accounts that are.
struct Channel<'v> {
    own: &'v Object,
    accounts: Vec<(&'v str, &'v Object)>,
    /// It has none, be they on or off.
    is_alone: bool,
}

impl<'v> Channel<'v> {
    fn of(config: &'v Value, channel: &str) -> Option<Self> {
        let own = config.get("channels").and_then(|all| all.get(channel)?.as_object());
        let own = own.filter(|it| !is_off(it))?;
        let accounts = own.get("accounts").and_then(Value::as_object);
        let all: Vec<_> = accounts.into_iter().flatten().collect();
        let on = all.iter().filter_map(|(name, it)| Some((name.as_str(), it.as_object()?)));
        let accounts = on.filter(|(_, it)| !is_off(it)).collect();
        Some(Self { own, accounts, is_alone: all.is_empty() })
    }
}

fn of_channel(channel: &str, key: &str) -> Vec<String> {
    ["channels", channel, key].map(str::to_owned).into()
}

fn of_account(channel: &str, account: &str, key: &str) -> Vec<String> {
    ["channels", channel, "accounts", account, key].map(str::to_owned).into()
}

fn is_empty(it: &Value) -> bool {
    it.as_str().is_some_and(|text| js_trim(text).is_empty())
}

fn has(of: &Object, key: &str) -> bool {
    of.get(key).is_some_and(|it| !is_empty(it))
}

/// What lets a channel in, as far as it counts: one of an account, or in a file, comes before that of the channel.
pub(super) fn bots<'v>(config: &'v Value, channel_id: &str, key: &str) -> Found<'v> {
    let Some(channel) = Channel::of(config, channel_id) else { return Vec::new() };
    let on = channel.accounts.iter().filter(|(_, it)| !has(it, "tokenFile"));
    let on: Vec<_> = on.collect();
    let shared = channel.is_alone || on.iter().any(|(_, it)| !has(it, key));
    let own =
        on.iter().filter_map(|(name, it)| Some((of_account(channel_id, name, key), it.get(key)?)));
    let mut all: Vec<_> = own.collect();
    if shared && !has(channel.own, "tokenFile") {
        all.extend(channel.own.get(key).map(|it| (of_channel(channel_id, key), it)));
    }
    all
}

/// By what a web server knows who calls it for a channel, where it is to be called: an account has the address of the channel
/// unless it has its own, and the secret as well.
pub(super) fn webhooks(config: &Value) -> Found<'_> {
    const ID: &str = "telegram";
    const SECRET: &str = "webhookSecret";
    let Some(channel) = Channel::of(config, ID) else { return Vec::new() };
    let called = |of: &Object| match of.get("webhookUrl") {
        Some(url) => !is_empty(url),
        None => has(channel.own, "webhookUrl"),
    };
    let on = channel.accounts.iter().filter(|(_, it)| called(it));
    let (with, without): (Vec<_>, Vec<_>) = on.partition(|(_, it)| has(it, SECRET));
    let own =
        with.iter().filter_map(|(name, it)| Some((of_account(ID, name, SECRET), it.get(SECRET)?)));
    let mut all: Vec<_> = own.collect();
    if !without.is_empty() || channel.is_alone && called(channel.own) {
        all.extend(channel.own.get(SECRET).map(|it| (of_channel(ID, SECRET), it)));
    }
    all
}
