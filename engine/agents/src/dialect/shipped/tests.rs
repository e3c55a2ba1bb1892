use super::*;

#[test]
fn a_whole_category_is_sent_where_one_of_it_is() {
    let rules = Rules { sends: Some(&["gateway:startup"]), ..Rules::DOCUMENTED };
    assert!(rules.sends("gateway:startup") && rules.sends("gateway"));
    assert!(!rules.sends("gateway:shutdown") && !rules.sends("session") && !rules.sends("gate"));
    assert!(Rules::DOCUMENTED.sends("anything:else"));
}
