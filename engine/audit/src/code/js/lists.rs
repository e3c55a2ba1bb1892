//! What is in a list that a program goes through.

use oxc::ast::ast::{ArrayExpressionElement, CallExpression, Expression};

use super::values::{ANY, MOST_VALUES, Reader};

impl<'a> Reader<'_, 'a> {
    /// What is under a path of keys in each item of a list; no keys: the items themselves.
    pub(super) fn items(
        &self,
        list: &'a Expression<'a>,
        path: &[String],
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        let mut items = Vec::new();
        if !self.step(depth) {
            return items;
        }
        let depth = depth.saturating_add(1);
        for held in self.held(list, depth) {
            match held {
                Expression::ArrayExpression(it) => {
                    for element in &it.elements {
                        match element {
                            ArrayExpressionElement::SpreadElement(more) => {
                                items.extend(self.items(&more.argument, path, depth));
                            }
                            element => {
                                let item = element.as_expression();
                                items.extend(
                                    item.into_iter().flat_map(|item| self.under(item, path, depth)),
                                );
                            }
                        }
                    }
                }
                Expression::CallExpression(it) => items.extend(self.items_of(it, path, depth)),
                // `new Set(list)`, `new Map(pairs)`.
                Expression::NewExpression(it) => {
                    let made = self.name_at(&it.callee, depth);
                    if matches!(made.as_deref(), Some("Set" | "Map"))
                        && let Some(list) = it.arguments.first().and_then(|one| one.as_expression())
                    {
                        items.extend(self.items(list, path, depth));
                    }
                }
                _ => {}
            }
            if items.len() > MOST_VALUES {
                break;
            }
        }
        items.truncate(MOST_VALUES);
        items
    }

    /// The same of a list that a call gives.
    fn items_of(
        &self,
        it: &'a CallExpression<'a>,
        path: &[String],
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        let argument = it.arguments.first().and_then(|one| one.as_expression());
        match (self.name_at(&it.callee, depth).as_deref(), argument) {
            (Some("Object.values"), Some(object)) => return self.values(object, path, depth),
            (Some("Object.entries"), Some(object)) => {
                return match path.split_first() {
                    // Its keys are known to nobody here.
                    Some((key, rest)) if key == "1" => self.values(object, rest, depth),
                    _ => Vec::new(),
                };
            }
            (Some("Array.from"), Some(list)) => return self.items(list, path, depth),
            _ => {}
        }
        let Some(method) = it.callee.as_member_expression() else { return Vec::new() };
        match (method.static_property_name(), argument) {
            (
                Some(
                    "filter" | "sort" | "reverse" | "slice" | "concat" | "values" | "entries"
                    | "toSorted" | "toReversed",
                ),
                _,
            ) => self.items(method.object(), path, depth),
            (Some("map" | "flatMap"), Some(by)) => {
                let given = self.given_back(by, depth).into_iter();
                given.flat_map(|item| self.under(item, path, depth)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn values(
        &self,
        object: &'a Expression<'a>,
        path: &[String],
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        let all = self.part(object, &[ANY.to_owned()], depth).into_iter();
        all.flat_map(|value| self.under(value, path, depth)).collect()
    }

    fn under(
        &self,
        item: &'a Expression<'a>,
        path: &[String],
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        if path.is_empty() { vec![item] } else { self.part(item, path, depth) }
    }

    /// The items of which a call takes one: `list.find(…)`.
    pub(super) fn picked(&self, it: &'a CallExpression<'a>, depth: u32) -> Vec<&'a Expression<'a>> {
        let method = it.callee.as_member_expression().filter(|method| {
            let name = method.static_property_name();
            matches!(name, Some("find" | "findLast" | "at" | "shift" | "pop"))
        });
        method.map_or_else(Vec::new, |it| self.items(it.object(), &[], depth.saturating_add(1)))
    }
}
