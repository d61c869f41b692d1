#![no_main]

lacuna_fuzz::program!("recipe_text");
