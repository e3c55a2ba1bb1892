//! Across the families: a start that is off and does no harm.

use super::*;

#[test]
fn a_module_becomes_a_script_to_finish() {
    let home = Home::new()
        .with(
            ".milady/hooks/digest/HOOK.md",
            "---\nname: digest\ndescription: Sums up\nmetadata: {\"milady\":{\"emoji\":\"📰\",\"events\":[\"command:new\",\"session\"],\"os\":[\"darwin\",\"linux\"],\"requires\":{\"bins\":[\"jq\"],\"env\":[\"NEWS_TOKEN\"],\"config\":[\"news.feed\"]},\"install\":[{\"kind\":\"brew\",\"formula\":\"jq\",\"bins\":[\"jq\"]}]}}\n---\n\n# Digest\n",
        )
        .with(".milady/hooks/digest/handler.ts", "export default () => {};\n");
    let moltis = home.port("milady/managed/digest", AgentId::Moltis);
    assert!(moltis.view.skeleton);
    for part in [
        "Moltis runs commands: what handler.ts does has to be written by hand, and its files stay where they are.",
        "the copy runs on every command, not only on /new",
        "(session:new)",
        "asks for news.feed in the config of Milady",
        "how jq can be installed",
        "event.messages has no counterpart",
    ] {
        assert!(has(&moltis.view.lost, part), "{part}: {:?}", moltis.view.lost);
    }
    let manifest = home.manifest(&moltis.ids[0]);
    assert_eq!(manifest.events, ["Command", "SessionStart", "SessionEnd"]);
    assert_eq!(
        manifest.requires.os,
        ["darwin", "macos", "linux"],
        "as today's Moltis calls a Mac, too"
    );
    assert_eq!(
        (manifest.requires.bins, manifest.requires.env),
        (vec!["jq".into()], vec!["NEWS_TOKEN".into()])
    );
    assert_eq!(notes(&home.hook(&moltis.ids[0])), Vec::<&str>::new());

    let zeroclaw = home.port("milady/managed/digest", AgentId::Zeroclaw);
    for part in [
        "jq and NEWS_TOKEN have to be there",
        "this one gets on_session_start, and not on_session_end",
        "meant for macOS and Linux only",
    ] {
        assert!(has(&zeroclaw.view.lost, part), "{part}: {:?}", zeroclaw.view.lost);
    }
    let seen = home.compare("milady/managed/digest", &zeroclaw.ids[0]);
    assert!(seen.after.stdout.contains("Digest saw on_session_start"), "{seen:?}");
    let text = home.read(".zeroclaw/workspace/hooks/digest/run.sh");
    assert!(
        text.starts_with("#!/bin/sh\n# To be finished by hand. Copied from milady/managed/digest"),
        "{text}"
    );
}

#[test]
fn a_command_becomes_a_module_to_finish() {
    let home = Home::new()
        .with(
            ".moltis/hooks/bye/HOOK.md",
            "+++\nname = \"bye: for #all\"\ndescription = \"Says: bye\"\nevents = [\"SessionEnd\", \"MessageSent\"]\ncommand = \"./bye.sh\"\npriority = 4\n[requires]\nos = [\"macos\", \"linux\"]\nbins = [\"sh\"]\n+++\n\n# `Bye` $(touch /tmp/never) ${x}\n",
        )
        .with(".moltis/hooks/bye/bye.sh", "#!/bin/sh\necho bye\n");
    for to in [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw] {
        let made = home.port("moltis/managed/bye", to);
        assert!(made.view.skeleton);
        let sent = to == AgentId::Openclaw;
        assert_eq!(has(&made.view.lost, "(MessageSent)"), !sent, "{:?}", made.view.lost);
        assert!(has(&made.view.lost, "has no priorities"));
        let hook = home.hook(&made.ids[0]);
        assert_eq!(notes(&hook), Vec::<&str>::new(), "{to}: {:?}", hook.notes);
        let manifest = home.manifest(&made.ids[0]);
        assert_eq!(manifest.requires.os, ["darwin", "linux"]);
        let seen = home.compare("moltis/managed/bye", &made.ids[0]);
        assert_eq!(seen.after.messages, ["Bye touch tmp never x saw session:end"], "{seen:?}");
        assert!(!seen.same, "a start does not do what the original does");
    }
}

#[test]
fn a_request_and_a_text_for_the_prompt_are_written_by_hand_for_moltis() {
    let home = Home::new()
        .with(
            ".zeroclaw/workspace/hooks/ping/HOOK.toml",
            "[hook]\nname = \"ping\"\nevent = \"on_session_end\"\n[hook.action.http]\nurl = \"https://example.com/?key=hunter2\"\nheaders = { Authorization = \"Bearer hunter2\" }\n",
        )
        .with(
            ".zeroclaw/workspace/hooks/inject/HOOK.toml",
            "[hook]\nname = \"inject\"\nevent = \"before_llm_call\"\n[hook.action.prompt_inject]\ncontent = \"Be brief\"\n",
        );
    let ping = home.port("zeroclaw/managed/ping", AgentId::Moltis);
    assert!(ping.view.skeleton && has(&ping.view.lost, "what its request does has to be written"));
    assert!(!format!("{ping:?}").contains("hunter2"));
    let inject = home.port("zeroclaw/managed/inject", AgentId::Moltis);
    assert!(has(&inject.view.lost, "what its text for the prompt does"));
    assert_eq!(home.hook(&inject.ids[0]).events, ["BeforeLLMCall"]);
}
