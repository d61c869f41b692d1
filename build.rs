//! Sets the configuration `without_vectors` where the library is compiled without optimisation: vector code takes three quarters of the compiler's time
//! there, and needs optimisation to be fast.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(without_vectors)");
    if std::env::var("OPT_LEVEL").as_deref() == Ok("0") {
        println!("cargo::rustc-cfg=without_vectors");
    }
}
