#![no_main]

lacuna_fuzz::program!("expressions");
