//! Models: who provides them, how single ones are named, and which of them may be chosen.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::{self, AGENTS, In, Rule};
use crate::config::ConfigPath;

/// Providers that OpenClaw knows itself.
const KNOWN: &str = "amazon-bedrock amazon-bedrock-mantle anthropic anthropic-vertex arcee azure-openai-responses \
    byteplus byteplus-plan cerebras chutes claude-cli cloudflare-ai-gateway codex comfy copilot-proxy dashscope \
    deepinfra deepseek fal fireworks github-copilot gmi gmi-cloud gmicloud google google-antigravity \
    google-gemini-cli google-vertex groq huggingface kilocode kimi kimi-coding litellm lmstudio meta \
    microsoft-foundry minimax minimax-portal mistral modelstudio moonshot moonshot-ai moonshotai novita novita-ai \
    novitaai nvidia ollama ollama-cloud openai opencode opencode-go openrouter qianfan qwen qwencloud sglang stepfun \
    stepfun-plan synthetic tencent-tokenhub tencent-tokenplan together venice vercel-ai-gateway vllm volcengine \
    volcengine-plan vydra xai xiaomi xiaomi-token-plan z-ai z.ai zai";
const KNOWN_TO_SEVEN: &str = "qwen-cli qwen-oauth qwen-portal";
const KNOWN_SINCE_EIGHT: &str = "clawrouter qwen-token-plan x-ai";

/// Counted from an agent.
const OF_AGENT: [Rule; 2] = [
    Rule::text(
        In::SinceNine,
        &["decisionModel"],
        |text| js_trim(text).is_empty() || parts(text).is_some(),
        "It must be written provider/model, or be empty.",
    ),
    Rule::text(
        In::SinceNine,
        &["models", "*", "pickerRuntimes", "*"],
        |text| !["auto", "default"].contains(&js_trim(text)),
        "It must be a runtime of its own, not auto or default.",
    ),
];
/// What a model has only if it is named exactly.
const OF_EXACT: [(In, &str); 2] = [(In::SinceEight, "codeMode"), (In::SinceNine, "pickerRuntimes")];
/// What may be chosen beside models and their aliases.
const ROUTERS: [&str; 2] = ["openrouter:auto", "openrouter:free"];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    rule::each(config, &["models", "providers", "*"], &mut |path, provider| {
        provided(version, path, provider, &mut found);
    });
    let of_all = config.pointer("/agents/defaults/models").and_then(Value::as_object);
    for at in AGENTS {
        found.extend(rule::faults_in(at, &OF_AGENT, version, config));
        rule::each(config, at, &mut |path, agent| {
            let models = agent.get("models").and_then(Value::as_object);
            let mut say = |below: &[&str], says: &str| {
                let path = path.iter().map(String::as_str).chain(below.iter().copied());
                found.push(Fault { path: ConfigPath::of(path), message: says.to_owned() });
            };
            for (named, model) in models.into_iter().flatten().filter(|(named, _)| !is_exact(named))
            {
                for (of, key) in OF_EXACT {
                    if of.has(version) && model.get(key).is_some() {
                        say(
                            &["models", named, key],
                            "It must be set at a single model, named provider/model.",
                        );
                    }
                }
            }
            if !In::SinceEight.has(version) {
                return;
            }
            let allowed = agent.pointer("/modelPolicy/allow").and_then(Value::as_array);
            if allowed.is_none_or(Vec::is_empty) {
                return;
            }
            let aliases = aliases(of_all, models);
            for (at, text) in allowed.into_iter().flatten().enumerate() {
                if text.as_str().is_some_and(|text| !is_choice(text, &aliases)) {
                    say(
                        &["modelPolicy", "allow", &at.to_string()],
                        "It must be an alias that is set, or be written provider/model or provider/*.",
                    );
                }
            }
        });
    }
    found
}

/// A provider that OpenClaw does not know says where it is, and what models it has.
fn provided(version: &str, path: &[String], provider: &Value, found: &mut Vec<Fault>) {
    let (Some(id), Some(provider)) = (path.last(), provider.as_object()) else { return };
    let id = js_trim(id).to_lowercase();
    let also = match In::Seven.has(version) {
        true => KNOWN_TO_SEVEN,
        false => KNOWN_SINCE_EIGHT,
    };
    if KNOWN.split_whitespace().chain(also.split_whitespace()).any(|known| known == id) {
        return;
    }
    let mut say = |key: &str, says: &str| {
        let path = path.iter().map(String::as_str).chain([key]);
        found.push(Fault { path: ConfigPath::of(path), message: says.to_owned() });
    };
    match provider.get("baseUrl") {
        None => say("baseUrl", "It is missing, and OpenClaw does not know this provider itself."),
        // The schema of the oldest says it itself.
        Some(Value::String(url)) if url.is_empty() && !In::Seven.has(version) => {
            say("baseUrl", "It may not be empty, as OpenClaw does not know this provider itself.");
        }
        _ => {}
    }
    if !provider.contains_key("models") {
        say(
            "models",
            "It is missing, and OpenClaw does not know this provider itself. It may be an empty list.",
        );
    }
}

/// The two parts of `provider/model`.
pub(super) fn parts(text: &str) -> Option<(&str, &str)> {
    let (provider, model) = js_trim(text).split_once('/')?;
    let (provider, model) = (js_trim(provider), js_trim(model));
    (!provider.is_empty() && !model.is_empty()).then_some((provider, model))
}

fn is_exact(named: &str) -> bool {
    !named.contains('*') && parts(named).is_some()
}

fn aliases(
    of_all: Option<&Map<String, Value>>,
    own: Option<&Map<String, Value>>,
) -> BTreeSet<String> {
    let models = of_all.into_iter().chain(own).flat_map(Map::values);
    let texts = models.filter_map(|model| model.get("alias")?.as_str());
    texts.map(|text| js_trim(text).to_lowercase()).filter(|text| !text.is_empty()).collect()
}

fn is_choice(text: &str, aliases: &BTreeSet<String>) -> bool {
    let lower = js_trim(text).to_lowercase();
    if aliases.contains(&lower) || ROUTERS.contains(&lower.as_str()) {
        return true;
    }
    let is_part = |part: &str| {
        let never = |it: char| it == '*' || it.is_whitespace() || it.is_ascii_control();
        !part.is_empty() && !part.contains(never)
    };
    let some = js_trim(text).rsplit_once('/').filter(|(_, last)| js_trim(last) == "*");
    match (some, parts(text)) {
        (Some((before, _)), _) => before.split('/').all(|part| is_part(js_trim(part))),
        (None, Some((provider, model))) => is_part(provider) && model.split('/').all(is_part),
        (None, None) => false,
    }
}
