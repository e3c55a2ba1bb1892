//! Models that are no more: a config that names one is refused.

use serde_json::Value;

use super::rule::{self, AGENTS, In};
use super::{Fault, models};
use crate::config::ConfigPath;

/// By provider. gemini-3-pro-preview is not among them: in most places it is read as the one that came after it.
const SHUT: [(In, &[&str], &str); 4] = [
    (
        In::All,
        &GOOGLE,
        "gemini-1.5-flash gemini-1.5-flash-8b gemini-1.5-pro gemini-2.0-flash-exp \
        gemini-2.0-flash-exp-image-generation gemini-2.0-flash-lite-preview gemini-2.0-flash-lite-preview-02-05 \
        gemini-2.0-flash-live-001 gemini-2.0-flash-preview-image-generation gemini-2.0-flash-thinking-exp \
        gemini-2.0-flash-thinking-exp-01-21 gemini-2.0-flash-thinking-exp-1219 gemini-2.0-pro-exp \
        gemini-2.0-pro-exp-02-05 gemini-2.5-flash-exp-native-audio-thinking-dialog gemini-2.5-flash-image-preview \
        gemini-2.5-flash-lite-preview-06-17 gemini-2.5-flash-lite-preview-09-2025 \
        gemini-2.5-flash-lite-preview-09-25 gemini-2.5-flash-preview-04-17 gemini-2.5-flash-preview-05-20 \
        gemini-2.5-flash-preview-09-2025 gemini-2.5-flash-preview-09-25 \
        gemini-2.5-flash-preview-native-audio-dialog gemini-2.5-pro-exp-03-25 gemini-2.5-pro-preview-03-25 \
        gemini-2.5-pro-preview-05-06 gemini-2.5-pro-preview-06-05 gemini-3.1-pro-preview-customtools \
        gemini-live-2.5-flash gemini-live-2.5-flash-preview gemini-live-2.5-flash-preview-native-audio",
    ),
    (
        In::SinceEight,
        &GOOGLE,
        "gemini-2.0-flash gemini-2.0-flash-001 gemini-2.0-flash-lite gemini-2.0-flash-lite-001",
    ),
    (
        In::All,
        &["xai"],
        "grok-4.20-multi-agent grok-4.20-multi-agent-0309 grok-4.20-multi-agent-beta-0309 \
        grok-4.20-multi-agent-beta-latest grok-4.20-multi-agent-experimental-beta-0304 \
        grok-4.20-multi-agent-experimental-beta-latest grok-4.20-multi-agent-latest",
    ),
    (In::All, &["azure-openai-responses"], "gpt-5.3-codex-spark"),
];
const GOOGLE: [&str; 3] = ["google", "google-gemini-cli", "google-vertex"];

/// Where an agent names models.
const OF_AGENT: [&[&str]; 13] = [
    &["model"],
    &["utilityModel"],
    &["imageModel"],
    &["imageGenerationModel"],
    &["videoGenerationModel"],
    &["musicGenerationModel"],
    &["mediaModels", "*"],
    &["voiceModel"],
    &["pdfModel"],
    &["heartbeat", "model"],
    &["subagents", "model"],
    &["compaction", "model"],
    &["compaction", "memoryFlush", "model"],
];
const PLACES: [(In, &[&str]); 12] = [
    (In::SinceEight, &["agents", "list", "*", "tools", "exec", "reviewer", "model"]),
    (In::SinceEight, &["agents", "list", "*", "tts", "summaryModel"]),
    (In::SinceEight, &["agents", "entries", "*", "tools", "exec", "reviewer", "model"]),
    (In::SinceEight, &["agents", "entries", "*", "tts", "summaryModel"]),
    (In::SinceEight, &["tools", "exec", "reviewer", "model"]),
    (In::SinceEight, &["tools", "media", "*", "preferredModel"]),
    (In::SinceEight, &["tts", "summaryModel"]),
    (In::Seven, &["messages", "tts", "summaryModel"]),
    (In::All, &["hooks", "mappings", "*", "model"]),
    (In::All, &["hooks", "gmail", "model"]),
    (In::All, &["channels", "modelByChannel", "*", "*"]),
    (In::All, &["channels", "discord", "voice", "model"]),
];
/// A place has one model, or several of them.
const FORMS: [&[&str]; 3] = [&[], &["primary"], &["fallbacks", "*"]];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    let mut see = |path: &[String], named: &str| {
        if is_shut(version, named) {
            let path = ConfigPath::of(path.iter().map(String::as_str));
            let message =
                "This model was shut down, or is not available this way. Choose another one.";
            found.push(Fault { path, message: message.to_owned() });
        }
    };
    let of_agents =
        AGENTS.iter().flat_map(|agent| OF_AGENT.iter().map(|at| [*agent, *at].concat()));
    let others = PLACES.iter().filter(|(of, _)| of.has(version)).map(|(_, at)| at.to_vec());
    for place in of_agents.chain(others) {
        for form in FORMS {
            let at = [place.as_slice(), form].concat();
            rule::each(config, &at, &mut |path, value| {
                see(path, value.as_str().unwrap_or_default())
            });
        }
    }
    for agent in AGENTS {
        let at = [agent, &["models", "*"]].concat();
        rule::each(config, &at, &mut |path, _| see(path, path.last().map_or("", String::as_str)));
    }
    found
}

fn is_shut(version: &str, named: &str) -> bool {
    let Some((provider, model)) = models::parts(named) else { return false };
    let (provider, model) = (provider.to_lowercase(), model.to_lowercase());
    SHUT.iter().any(|(of, providers, shut)| {
        of.has(version)
            && providers.contains(&provider.as_str())
            && shut.split_whitespace().any(|it| it == model)
    })
}
