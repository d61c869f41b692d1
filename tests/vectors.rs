//! Vector code stays in one piece: it is fast only where it is inlined into a function that has the instructions.

use std::path::Path;

use syn::visit::{self, Visit};

/// Whether code takes the variable that stands for the instructions.
struct Takes(bool);

impl<'a> Visit<'a> for Takes {
    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        self.0 |= path.path.is_ident("simd");
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        // This is where the instructions begin.
        if call.method != "vectorize" {
            visit::visit_expr_method_call(self, call);
        }
    }
}

/// Finds the functions whose closures handle vectors and may be called.
#[derive(Default)]
struct Called {
    function: String,
    functions: Vec<String>,
}

impl<'a> Visit<'a> for Called {
    fn visit_signature(&mut self, signature: &'a syn::Signature) {
        self.function = signature.ident.to_string();
    }

    fn visit_expr_closure(&mut self, closure: &'a syn::ExprClosure) {
        let is_inlined = closure.attrs.iter().any(|attribute| attribute.path().is_ident("inline"));
        let mut takes = Takes(false);
        takes.visit_expr(&closure.body);
        if takes.0 && !is_inlined {
            self.functions.push(self.function.clone());
        }
        visit::visit_expr_closure(self, closure);
    }
}

/// A closure that the compiler calls lacks the instructions of its caller, and then each step of its vectors is a call, too. One that has a name can't be
/// marked to be inlined, so it is a function.
#[test]
fn closures_that_handle_vectors_are_marked_to_be_inlined() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cpu");
    let mut called = vec![];
    for file in std::fs::read_dir(folder).expect("the engine's folder") {
        let path = file.expect("a file of the engine").path();
        let text = std::fs::read_to_string(&path).expect("a file of the engine");
        let mut found = Called::default();
        found.visit_file(&syn::parse_file(&text).expect("Rust"));
        called.extend(found.functions.into_iter().map(|function| format!("{} in {}", function, path.display())));
    }
    assert!(
        called.is_empty(),
        "closures here handle vectors and lack `#[inline(always)]`; make functions of those with names: {called:#?}"
    );
}
