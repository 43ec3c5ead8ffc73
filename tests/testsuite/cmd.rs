//! What a user sees: every file below `tests/cmd` is a command line and what it prints.

#[test]
fn what_a_user_sees_is_what_the_cases_say() {
    trycmd::TestCases::new().case("tests/cmd/*/*.toml");
}
