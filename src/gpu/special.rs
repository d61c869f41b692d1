//! Leaves out of a module what all of its calls decide, and keeps its functions and their names.

use std::collections::{HashMap, HashSet};

use naga::compact::{KeepUnused, compact};
use naga::{Arena, Block, Expression, Function, Handle, Module, Span, Statement, Type, TypeInner};

use super::constants::{Constant, Members, struct_of};
use super::inline::{Inliner, boolean};
use super::sweep::swept;
use super::walk::{Value, each_store};

/// For each function that is called, the arguments that are the same in all calls.
type Given = HashMap<Handle<Function>, Vec<Option<Constant>>>;

/// What became of the functions that are written already.
type Kept = HashMap<Handle<Function>, Handle<Function>>;

/// Returns a module with the same functions, for a text.
///
/// - An argument that is the same whole number in every call is left out, and so is one that nothing reads. So is a member that is the same in every value of a struct, or that nothing reads.
/// - Branches are decided and whole numbers computed where they are constant.
/// - The function `identity`, which returns its argument, is left out, and so is what nothing calls.
///
/// The functions for which `is_public` is true keep their arguments.
pub(crate) fn specialised(module: &Module, is_public: impl Fn(&str) -> bool, identity: Option<&str>) -> Module {
    let mut made = Module { functions: Arena::new(), ..module.clone() };
    let special = Special { module, boolean: boolean(&mut made), is_public: &is_public, identity };
    let mut members = Members::new();
    let (mut given, mut written) = special.given(&members);
    loop {
        let found = special.members(&written);
        if found == members {
            break;
        }
        members = found;
        (given, written) = special.given(&members);
    }
    let unread = special.unread(&written);
    for (handle, given) in &mut given {
        let arguments = module.functions[*handle].arguments.iter();
        for (argument, given) in
            arguments.zip(given).filter(|(argument, _)| unread.get(&argument.ty).is_some_and(|unread| !unread.contains(&false)))
        {
            *given = Some(Constant::Any(argument.ty));
        }
    }
    let mut kept = HashMap::new();
    for (handle, function) in module.functions.iter() {
        let Some(own) = given.get(&handle).cloned() else { continue };
        let mut written = special.written(function, &own, &given, &kept, &members);
        let unread = special.unread_arguments(function, &own, &written);
        if unread != own {
            written = special.written(function, &unread, &given, &kept, &members);
            given.insert(handle, unread);
        }
        kept.insert(handle, made.functions.append(written, Span::UNDEFINED));
    }
    without_members(&mut made, &unread);
    compact(&mut made, KeepUnused::Yes);
    made
}

struct Special<'m> {
    module: &'m Module,
    boolean: Handle<Type>,
    is_public: &'m dyn Fn(&str) -> bool,
    identity: Option<&'m str>,
}

impl<'m> Special<'m> {
    fn inliner(&self, members: &Members) -> Inliner<'m> {
        let mut inliner = Inliner::new(self.module, self.boolean, self.identity);
        inliner.body.names = Some(HashMap::new());
        inliner.body.is_plain = true;
        inliner.body.members.clone_from(members);
        inliner
    }

    /// Returns a function without the arguments that are given, which calls those that are kept already.
    fn written(&self, function: &'m Function, own: &[Option<Constant>], given: &Given, kept: &Kept, members: &Members) -> Function {
        let mut inliner = self.inliner(members);
        inliner.kept.clone_from(kept);
        inliner.given.clone_from(given);
        inliner.entry(function, own)
    }

    /// Returns the arguments of a function that are given, with those that its text does not read, unless it is public.
    fn unread_arguments(&self, function: &Function, own: &[Option<Constant>], written: &Function) -> Vec<Option<Constant>> {
        let mut own = own.to_vec();
        if (self.is_public)(function.name.as_deref().unwrap_or_default()) {
            return own;
        }
        let read: HashSet<u32> = written
            .expressions
            .iter()
            .filter_map(|(_, expression)| if let Expression::FunctionArgument(number) = expression { Some(*number) } else { None })
            .collect();
        let left = own.iter_mut().zip(&function.arguments).filter(|(given, _)| given.is_none());
        for (number, (given, argument)) in (0..).zip(left) {
            *given = (!read.contains(&number)).then_some(Constant::Any(argument.ty));
        }
        own
    }

    /// Returns the arguments that are the same in all calls, and the functions with them, from callers to those that they call.
    fn given(&self, members: &Members) -> (Given, Vec<Function>) {
        let (mut given, mut written) = (Given::new(), Vec::new());
        let all: Vec<(Handle<Function>, &Function)> = self.module.functions.iter().collect();
        for (handle, function) in all.iter().rev() {
            if (self.is_public)(function.name.as_deref().unwrap_or_default()) {
                given.insert(*handle, vec![None; function.arguments.len()]);
            }
            let Some(own) = given.get(handle) else { continue };
            let mut inliner = self.inliner(members);
            inliner.kept = all.iter().map(|(handle, _)| (*handle, *handle)).collect();
            let function = inliner.entry(function, own);
            each_call(&function.body, &mut |called, arguments| {
                let constants = arguments.iter().map(|argument| Constant::of(self.module, &function.expressions[*argument]));
                match given.get_mut(&called) {
                    None => drop(given.insert(called, constants.collect())),
                    Some(known) => {
                        known.iter_mut().zip(constants).filter(|(known, own)| **known != *own).for_each(|(known, _)| *known = None);
                    }
                }
            });
            written.push(function);
        }
        (given, written)
    }

    /// Returns the members that are the same in all values of a struct.
    fn members(&self, functions: &[Function]) -> Members {
        let mut found = Found::new();
        for function in functions {
            for (_, expression) in function.expressions.iter() {
                match expression {
                    Expression::ZeroValue(ty) => self.zero(*ty, &mut found),
                    Expression::Compose { ty, components } => {
                        for (number, component) in (0..).zip(components) {
                            let is_copy = matches!(function.expressions[*component], Expression::AccessIndex { base, index }
                                if index == number && struct_of(self.module, function, base) == Some(*ty));
                            if !is_copy {
                                meet(&mut found, (*ty, number), Constant::of(self.module, &function.expressions[*component]));
                            }
                        }
                    }
                    _ => {}
                }
            }
            for (_, local) in function.local_variables.iter().filter(|(_, local)| local.init.is_none()) {
                self.zero(local.ty, &mut found);
            }
            let mut stored = HashSet::new();
            each_store(&function.body, &mut |pointer, _| stored.extend([pointer]));
            each_member(self.module, function, &mut |ty, index, value| {
                if stored.contains(&value) {
                    meet(&mut found, (ty, index), None);
                }
            });
        }
        let mut members = Members::new();
        for ((ty, number), constant) in found {
            if let (TypeInner::Struct { members: all, .. }, Some(_)) = (&self.module.types[ty].inner, constant) {
                members.entry(ty).or_insert_with(|| vec![None; all.len()])[number as usize] = constant;
            }
        }
        members
    }

    /// Notes that there is a zero of a type.
    fn zero(&self, ty: Handle<Type>, found: &mut Found) {
        match &self.module.types[ty].inner {
            TypeInner::Array { base, .. } => self.zero(*base, found),
            TypeInner::Struct { members, .. } => {
                for (number, member) in (0..).zip(members) {
                    meet(found, (ty, number), Some(Constant::Number(0)));
                    self.zero(member.ty, found);
                }
            }
            _ => {}
        }
    }

    /// Returns, for each struct that functions make, which members nothing reads.
    fn unread(&self, functions: &[Function]) -> HashMap<Handle<Type>, Vec<bool>> {
        let structs = self.module.types.iter().filter_map(|(ty, of)| match &of.inner {
            TypeInner::Struct { members, .. } => Some((ty, vec![true; members.len()])),
            _ => None,
        });
        let mut unread: HashMap<_, _> = structs.collect();
        for function in functions {
            each_member(self.module, function, &mut |ty, index, _| {
                if let Some(unread) = unread.get_mut(&ty) {
                    unread[index as usize] = false;
                }
            });
        }
        unread.retain(|_, unread| unread.contains(&true));
        unread
    }
}

/// For each member of a struct, what it is in all values so far. None if that differs.
type Found = HashMap<(Handle<Type>, u32), Option<Constant>>;

/// Notes a value of a member.
fn meet(found: &mut Found, member: (Handle<Type>, u32), constant: Option<Constant>) {
    let known = found.entry(member).or_insert(constant);
    if *known != constant {
        *known = None;
    }
}

fn each_call(block: &Block, found: &mut dyn FnMut(Handle<Function>, &[Value])) {
    for statement in block {
        match statement {
            Statement::Call { function, arguments, .. } => found(*function, arguments),
            Statement::Block(block) => each_call(block, found),
            Statement::If { accept, reject, .. } => [accept, reject].into_iter().for_each(|block| each_call(block, found)),
            Statement::Loop { body, continuing, .. } => [body, continuing].into_iter().for_each(|block| each_call(block, found)),
            _ => {}
        }
    }
}

/// Calls `found` with each member of a struct that a function refers to, and the expression that does.
fn each_member(module: &Module, function: &Function, found: &mut dyn FnMut(Handle<Type>, u32, Value)) {
    for (value, expression) in function.expressions.iter() {
        if let Expression::AccessIndex { base, index } = *expression
            && let Some(ty) = struct_of(module, function, base)
        {
            found(ty, index, value);
        }
    }
}

/// Leaves out members of structs of which others are left.
fn without_members(made: &mut Module, unread: &HashMap<Handle<Type>, Vec<bool>>) {
    let left: HashMap<_, _> = unread.iter().filter(|(_, unread)| unread.contains(&false)).collect();
    let mut changed = Vec::new();
    for (handle, function) in made.functions.iter() {
        each_member(made, function, &mut |ty, index, value| {
            if let (Some(unread), Expression::AccessIndex { base, .. }) = (left.get(&ty), &function.expressions[value]) {
                let before = unread[..index as usize].iter().filter(|unread| **unread).count() as u32;
                changed.push((handle, value, Expression::AccessIndex { base: *base, index: index - before }));
            }
        });
        for (value, expression) in function.expressions.iter() {
            if let Expression::Compose { ty, components } = expression
                && let Some(unread) = left.get(ty)
            {
                let components =
                    components.iter().zip(unread.iter()).filter(|(_, unread)| !**unread).map(|(component, _)| *component).collect();
                changed.push((handle, value, Expression::Compose { ty: *ty, components }));
            }
        }
    }
    for (handle, value, expression) in changed {
        made.functions[handle].expressions[value] = expression;
    }
    for (ty, unread) in left {
        let mut of = made.types[*ty].clone();
        if let TypeInner::Struct { members, .. } = &mut of.inner {
            let mut is_unread = unread.iter();
            members.retain(|_| is_unread.next() != Some(&true));
        }
        made.types.replace(*ty, of);
    }
    // What only those members needed.
    for (_, function) in made.functions.iter_mut() {
        *function = swept(std::mem::take(function));
    }
}
