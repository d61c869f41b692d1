//! Recipes whose formats are those of this package.

use lacuna::recipe::Recipe;

/// Stub.
pub fn read_recipe(text: &str) -> lacuna::Result<Recipe> {
    lacuna::recipe::read(text)
}

/// Stub.
pub fn check_recipe(_: &Recipe) -> lacuna::Result<()> {
    Ok(())
}

/// Stub.
#[cfg(feature = "schema")]
pub fn schema() -> serde_json::Value {
    lacuna::recipe::schema()
}
