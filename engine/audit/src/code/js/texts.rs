//! The texts that an expression may stand for, as far as the program says. What is not known is a mark
//! (`audit/marks.rs`), so that a path or a command is known in its other parts.

use oxc::ast::ast::{
    BinaryOperator, CallExpression, Expression, IdentifierReference, NewExpression,
    TemplateLiteral, UnaryOperator,
};

use super::decode::decoded;
use super::values::{MOST_VALUES, Origin, Reader, chained};
use super::{files, network, programs, said};
use crate::marks::{CONFIG, DECODED, DOWNLOADED, HOME, UNKNOWN};
use crate::places;

use super::places::{folder_of, place};
pub(super) use crate::marks::HERE;
/// A text that grows longer stays unknown.
const LONGEST: usize = 4 * 1024;

impl<'a> Reader<'_, 'a> {
    /// What an expression may be; never empty.
    pub(super) fn texts(&self, expr: &'a Expression<'a>) -> Vec<String> {
        self.ask();
        self.texts_at(expr, 0)
    }

    pub(super) fn texts_at(&self, expr: &'a Expression<'a>, depth: u32) -> Vec<String> {
        if !self.step(depth) {
            return unknown();
        }
        let mut texts = self.texts_of(expr.get_inner_expression(), depth);
        texts.dedup();
        texts.truncate(MOST_VALUES);
        for text in &mut texts {
            if text.len() > LONGEST {
                *text = tainted(text);
            }
        }
        if texts.is_empty() { unknown() } else { texts }
    }

    fn texts_of(&self, expr: &'a Expression<'a>, depth: u32) -> Vec<String> {
        let next = |expr: &'a Expression<'a>| self.texts_at(expr, depth.saturating_add(1));
        let both = |one, other| {
            let mut texts = next(one);
            texts.extend(next(other));
            texts
        };
        match expr {
            Expression::StringLiteral(it) => vec![it.value.as_str().to_owned()],
            Expression::NumericLiteral(it) => vec![it.value.to_string()],
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
                joined(vec!["-".to_owned()], &next(&it.argument), "")
            }
            Expression::TemplateLiteral(it) => self.template(it, depth),
            Expression::TaggedTemplateExpression(it) => self.template(&it.quasi, depth),
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                joined(next(&it.left), &next(&it.right), "")
            }
            Expression::Identifier(it) => self.texts_named(it, depth),
            Expression::CallExpression(it) => self.texts_called(it, depth),
            Expression::NewExpression(it) => self.texts_made(it, depth),
            Expression::AwaitExpression(it) => next(&it.argument),
            Expression::ConditionalExpression(it) => match self.holds(&it.test, depth) {
                Some(true) => next(&it.consequent),
                Some(false) => next(&it.alternate),
                None => both(&it.consequent, &it.alternate),
            },
            Expression::LogicalExpression(it) => both(&it.left, &it.right),
            Expression::AssignmentExpression(it) => next(&it.right),
            Expression::SequenceExpression(it) => it.expressions.last().map_or_else(unknown, next),
            Expression::ChainExpression(it) => chained(
                &it.expression,
                |call| self.texts_called(call, depth),
                |member| self.texts_of_member(member, expr, depth),
                next,
            ),
            other => match other.as_member_expression() {
                Some(member) => self.texts_of_member(member, other, depth),
                None => unknown(),
            },
        }
    }

    fn template(&self, it: &'a TemplateLiteral<'a>, depth: u32) -> Vec<String> {
        let mut texts = vec![String::new()];
        for (index, quasi) in it.quasis.iter().enumerate() {
            let literal = quasi.value.cooked.unwrap_or(quasi.value.raw);
            texts = joined(texts, &[literal.as_str().to_owned()], "");
            if let Some(inside) = it.expressions.get(index) {
                texts = joined(texts, &self.texts_at(inside, depth.saturating_add(1)), "");
            }
        }
        texts
    }

    fn texts_named(&self, name: &IdentifierReference<'a>, depth: u32) -> Vec<String> {
        let Some(symbol) = self.symbol(name) else {
            return vec![place(name.name.as_str()).unwrap_or(UNKNOWN.into())];
        };
        let (mut texts, mut added) = (Vec::new(), Vec::new());
        texts.extend(self.is_said_name(symbol).then(said::text));
        for origin in self.origins(symbol) {
            match origin {
                Origin::Part(whole, path) if path.is_empty() => {
                    texts.extend(self.texts_at(whole, depth.saturating_add(1)));
                }
                Origin::Part(whole, path)
                    if path == ["cfg"] && self.is_context(whole, depth.saturating_add(1)) =>
                {
                    texts.push(CONFIG.into());
                }
                Origin::Part(whole, path) => {
                    for part in self.part(whole, &path, depth) {
                        texts.extend(self.texts_at(part, depth.saturating_add(1)));
                    }
                    let named = self.name_at(whole, depth.saturating_add(1));
                    let key = path.iter().map(|key| format!(".{key}")).collect::<String>();
                    texts.extend(named.and_then(|name| place(&(name + &key))));
                    if self.is_said_under(whole, &path, depth.saturating_add(1)) {
                        texts.push(said::text());
                    }
                    if texts.is_empty() {
                        let whole = self.texts_at(whole, depth.saturating_add(1));
                        texts.extend(whole.first().map(|text| tainted(text)));
                    }
                }
                Origin::Item(list, path) => {
                    for item in self.items(list, &path, depth) {
                        texts.extend(self.texts_at(item, depth.saturating_add(1)));
                    }
                }
                Origin::Added(more) => added.push(more),
                Origin::Module(from, taken) => {
                    let name = super::names::module(from) + "." + taken.unwrap_or_default();
                    texts.extend(place(&name));
                }
            }
            if texts.len() > MOST_VALUES {
                break;
            }
        }
        texts.truncate(MOST_VALUES);
        added.into_iter().fold(texts, |texts, more| {
            joined(texts, &self.texts_at(more, depth.saturating_add(1)), "")
        })
    }

    fn texts_of_member(
        &self,
        member: &'a oxc::ast::ast::MemberExpression<'a>,
        expr: &'a Expression<'a>,
        depth: u32,
    ) -> Vec<String> {
        if let Some(text) =
            self.name_of_member(member, depth.saturating_add(1)).and_then(|name| place(&name))
        {
            return vec![text];
        }
        // `event.context.cfg`: the config, as the agent hands it to a hook.
        if member.static_property_name() == Some("cfg")
            && self.is_context(member.object(), depth.saturating_add(1))
        {
            return vec![CONFIG.into()];
        }
        // `new URL("./a.js", import.meta.url).href`
        let object = || self.name_at(member.object(), depth.saturating_add(1));
        if matches!(member.static_property_name(), Some("href" | "pathname"))
            && matches!(object().as_deref(), Some("URL()" | "#url.URL()" | "#url.pathToFileURL()"))
        {
            return self.texts_at(member.object(), depth.saturating_add(1));
        }
        if self.is_said(member, depth.saturating_add(1)) {
            return vec![said::text()];
        }
        let held = self.held(expr, depth.saturating_add(1));
        let texts: Vec<String> = held
            .into_iter()
            .filter(|held| !std::ptr::eq(*held, expr) && !held.is_member_expression())
            .flat_map(|held| self.texts_at(held, depth.saturating_add(1)))
            .collect();
        if !texts.is_empty() {
            return texts;
        }
        // One value out of a config is not the config.
        let mut left = self.taint_of(member.object(), depth);
        for text in &mut left {
            text.retain(|c| c != CONFIG);
            if text.is_empty() {
                text.push(UNKNOWN);
            }
        }
        left
    }

    /// Whether this is what an event brings along.
    fn is_context(&self, expr: &'a Expression<'a>, depth: u32) -> bool {
        let is = |expr: &'a Expression<'a>| {
            let member = expr.as_member_expression();
            member.is_some_and(|member| member.static_property_name() == Some("context"))
        };
        is(expr) || self.held(expr, depth).into_iter().any(is)
    }

    /// What is left of a text that went through something nobody models.
    fn taint_of(&self, expr: &'a Expression<'a>, depth: u32) -> Vec<String> {
        let texts = self.texts_at(expr, depth.saturating_add(1));
        let worst = texts.iter().find(|text| crate::marks::is_tainted(text));
        vec![worst.map_or_else(|| UNKNOWN.into(), |text| tainted(text))]
    }

    fn texts_called(&self, it: &'a CallExpression<'a>, depth: u32) -> Vec<String> {
        if !self.step(depth) {
            return unknown();
        }
        let argument = |at: usize| it.arguments.get(at).and_then(|one| one.as_expression());
        let first = || {
            argument(0).map_or_else(unknown, |first| self.texts_at(first, depth.saturating_add(1)))
        };
        let name = self.name_at(&it.callee, depth.saturating_add(1)).unwrap_or_default();
        match name.as_str() {
            "#os.homedir" => return vec![HOME.into()],
            "#os.tmpdir" => return vec!["/tmp".to_owned()],
            "#path.join" | "#path.resolve" => return self.path(it, name == "#path.resolve", depth),
            "#path.dirname" => return first().iter().map(|path| folder_of(path)).collect(),
            "#path.normalize" | "#url.fileURLToPath" | "#url.pathToFileURL" | "String"
            | "encodeURI" | "JSON.stringify" | "JSON.parse" | "#fs.realpathSync" => return first(),
            "Deno.env.get" => {
                let home = first().iter().any(|name| name == "HOME" || name == "USERPROFILE");
                return vec![if home { HOME } else { UNKNOWN }.into()];
            }
            "Buffer.from" | "#buffer.Buffer.from" => {
                let coding = argument(1)
                    .map_or_else(unknown, |how| self.texts_at(how, depth.saturating_add(1)));
                if coding.iter().any(|how| how == "base64" || how == "hex" || how == "base64url") {
                    return decoded(&first(), coding.iter().any(|how| how == "hex"));
                }
                return first();
            }
            "atob" => return decoded(&first(), false),
            "String.fromCharCode" | "String.fromCodePoint" => {
                let codes = it.arguments.iter().map(|one| match one.as_expression() {
                    Some(Expression::NumericLiteral(it)) => char::from_u32(it.value as u32),
                    _ => None,
                });
                let text: Option<String> = codes.collect();
                return std::iter::once(DECODED.into()).chain(text).collect();
            }
            // Where nothing is coded, nothing is hidden.
            "unescape" | "decodeURIComponent" | "decodeURI" => {
                let coded = |text: String| if text.contains('%') { DECODED.into() } else { text };
                return first().into_iter().map(coded).collect();
            }
            "#fs.mkdtempSync" | "#fs.mkdtemp" | "#fs.promises.mkdtemp" => {
                return first().iter().map(|path| files::made_folder(path)).collect();
            }
            name if files::reads_text(name) => {
                return first().iter().map(|path| places::content(path).to_string()).collect();
            }
            name if programs::gives_output(name) => {
                return first().iter().map(|text| programs::printed(text)).collect();
            }
            name if name.starts_with("#zlib.") => return vec![DECODED.into()],
            name if network::brings_text(name) => return vec![DOWNLOADED.into()],
            _ => {}
        }
        let next = depth.saturating_add(1);
        let returned = self.returned(it, next, |value| self.texts_at(value, next));
        if !returned.is_empty() {
            return returned.into_iter().flatten().collect();
        }
        let Some(method) = it.callee.get_inner_expression().as_member_expression() else {
            return unknown();
        };
        let object = || self.texts_at(method.object(), depth.saturating_add(1));
        match method.static_property_name() {
            Some("trim" | "toString" | "valueOf" | "normalize" | "text" | "catch") => object(),
            Some("slice" | "substring") if it.arguments.len() == 1 => {
                let from = match argument(0) {
                    Some(Expression::NumericLiteral(from)) if from.value >= 0.0 => {
                        from.value as usize
                    }
                    _ => usize::MAX,
                };
                object().into_iter().flat_map(|text| rest_of(text, from)).collect()
            }
            // What is replaced or left out is not known, what it was is.
            Some("replace" | "replaceAll" | "slice" | "substring" | "toLowerCase") => {
                let mut texts = object();
                texts.push(UNKNOWN.into());
                texts
            }
            Some("concat") => joined(object(), &first(), ""),
            Some("find" | "findLast" | "at" | "shift" | "pop") => {
                let items = self.picked(it, depth).into_iter();
                let texts: Vec<String> =
                    items.flat_map(|item| self.texts_at(item, depth.saturating_add(1))).collect();
                if texts.is_empty() { self.taint_of(method.object(), depth) } else { texts }
            }
            Some("join") => self.list_joined(method.object(), &first(), depth),
            // `fetch(…).then((answer) => answer.text())`
            Some("then") => {
                let given = argument(0).map_or_else(Vec::new, |by| self.given_back(by, next));
                given.into_iter().flat_map(|value| self.texts_at(value, next)).collect()
            }
            _ => self.taint_of(method.object(), depth),
        }
    }

    fn texts_made(&self, it: &'a NewExpression<'a>, depth: u32) -> Vec<String> {
        let name = self.name_at(&it.callee, depth.saturating_add(1)).unwrap_or_default();
        let argument = |at: usize| {
            let one = it.arguments.get(at).and_then(|one| one.as_expression());
            one.map(|one| self.texts_at(one, depth.saturating_add(1)))
        };
        match (name.as_str(), argument(0), argument(1)) {
            ("URL" | "#url.URL", Some(first), None) => first,
            ("URL" | "#url.URL", Some(first), Some(base)) => {
                let folders: Vec<String> = base.iter().map(|base| folder_of(base)).collect();
                joined(folders, &first, "/")
            }
            _ => unknown(),
        }
    }

    fn path(&self, it: &'a CallExpression<'a>, restarts: bool, depth: u32) -> Vec<String> {
        let mut paths = vec![String::new()];
        for argument in &it.arguments {
            let parts = argument
                .as_expression()
                .map_or_else(unknown, |part| self.texts_at(part, depth.saturating_add(1)));
            let absolute = |part: &String| part.starts_with(['/', HOME, HERE]);
            if paths.iter().all(String::is_empty) || (restarts && parts.iter().all(absolute)) {
                paths = parts;
            } else {
                paths = joined(paths, &parts, "/");
            }
        }
        paths
    }

    fn list_joined(&self, list: &'a Expression<'a>, between: &[String], depth: u32) -> Vec<String> {
        let between = between.first().filter(|text| !text.contains(UNKNOWN));
        let between = between.map_or(",", String::as_str);
        let mut texts = Vec::new();
        for held in self.held(list, depth.saturating_add(1)) {
            let Expression::ArrayExpression(it) = held else { continue };
            let mut whole: Option<Vec<String>> = None;
            for element in &it.elements {
                let part = element
                    .as_expression()
                    .map_or_else(unknown, |part| self.texts_at(part, depth.saturating_add(1)));
                whole = Some(match whole {
                    Some(before) => joined(before, &part, between),
                    None => part,
                });
            }
            texts.extend(whole.unwrap_or_default());
        }
        texts
    }
}

/// A text from one of its letters on; where that is not known, all of it or anything.
fn rest_of(text: String, from: usize) -> Vec<String> {
    if text.chars().count() >= from && !text.chars().take(from).any(crate::marks::is_mark) {
        return vec![text.chars().skip(from).collect()];
    }
    vec![text, UNKNOWN.into()]
}

fn unknown() -> Vec<String> {
    vec![UNKNOWN.into()]
}

fn tainted(text: &str) -> String {
    crate::marks::taint(text)
}

/// Every text of one list with every text of another.
fn joined(befores: Vec<String>, afters: &[String], between: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for before in &befores {
        for after in afters {
            if texts.len() == MOST_VALUES {
                return texts;
            }
            texts.push(format!("{before}{between}{after}"));
        }
    }
    texts
}
