#![no_main]

lacuna_fuzz::program!("command_line");
