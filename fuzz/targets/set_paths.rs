#![no_main]

lacuna_fuzz::program!("set_paths");
