//! Reads the items of a shader file from its text: enough for the crate's own shaders, which declare everything by name and type.

use std::iter::Peekable;
use std::vec::IntoIter;

/// A number in a text; a float by its bits, so that equal means equal in every bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Integer(u128),
    Float(u32),
}

/// A name and a type without spaces.
pub type Named = (String, String);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Named>,
    /// Empty for none.
    pub result: String,
    /// The numbers of the body in the order of the text, but not indices such as `[0]`.
    pub numbers: Vec<Number>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<Named>,
}

#[derive(Debug, Clone, Default)]
pub struct Shader {
    /// The files that it says it needs, and the functions that it says it calls.
    pub needs: Vec<String>,
    pub calls: Vec<String>,
    pub functions: Vec<Function>,
    pub structs: Vec<Struct>,
    pub aliases: Vec<Named>,
    /// Module constants with the numbers of their values.
    pub constants: Vec<(String, Vec<Number>)>,
    pub has_bindings: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Number(Number),
    Sign(char),
}

/// Reads a shader. Panics where it meets what it does not understand.
pub fn read(text: &str) -> Shader {
    let mut shader = Shader::default();
    for line in text.lines() {
        let words = |list: &str| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if let Some(list) = line.strip_prefix("// needs:") {
            shader.needs.extend(words(list));
        } else if let Some(list) = line.strip_prefix("// calls:") {
            shader.calls.extend(words(list));
        }
    }
    let mut reader = Reader { tokens: tokens(text).into_iter().peekable() };
    while let Some(token) = reader.tokens.next() {
        match token {
            Token::Sign(';') => {}
            Token::Sign('@') => {
                let attribute = reader.word();
                shader.has_bindings |= attribute == "binding";
                if reader.tokens.peek() == Some(&Token::Sign('(')) {
                    reader.enclosed('(', ')');
                }
            }
            Token::Word(word) => match word.as_str() {
                "struct" => shader.structs.push(reader.structure()),
                "alias" => {
                    let name = reader.word();
                    reader.expect('=');
                    shader.aliases.push((name, reader.until(&[';'])));
                }
                "const" => {
                    let name = reader.word();
                    let value = reader.statement();
                    shader.constants.push((name, numbers(&value)));
                }
                "var" | "enable" | "requires" => {
                    reader.statement();
                }
                "fn" => shader.functions.push(reader.function()),
                other => panic!("an item that starts with `{other}`"),
            },
            other => panic!("an item that starts with {other:?}"),
        }
    }
    shader
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        assert!(!code.contains("/*"), "a block comment: {line}");
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = if first.is_ascii_digit() {
                let mut previous = ' ';
                let is_hex = rest.starts_with("0x");
                let part = |c: char| {
                    let exponent = if is_hex { matches!(previous, 'p' | 'P') } else { matches!(previous, 'e' | 'E') };
                    previous = c;
                    is_word(c) || c == '.' || exponent && matches!(c, '+' | '-')
                };
                let mut part = part;
                rest.find(|c| !part(c)).unwrap_or(rest.len())
            } else if is_word(first) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            tokens.push(match first {
                _ if first.is_ascii_digit() => Token::Number(number(token)),
                _ if is_word(first) => Token::Word(token.to_owned()),
                _ => Token::Sign(first),
            });
            rest = after.trim_start();
        }
    }
    tokens
}

fn number(text: &str) -> Number {
    let (text, suffix) = match text.strip_suffix(['u', 'i']) {
        Some(rest) => (rest, 'i'),
        // The digit f of a hexadecimal integer is no suffix.
        None if text.starts_with("0x") && !text.contains('p') => (text, 'i'),
        None => (text.strip_suffix('f').unwrap_or(text), if text.ends_with('f') || text.contains(['.', 'e', 'p']) { 'f' } else { 'i' }),
    };
    let number = match (suffix, text.strip_prefix("0x")) {
        ('i', Some(digits)) => u128::from_str_radix(digits, 16).ok().map(Number::Integer),
        ('i', None) => text.parse().ok().map(Number::Integer),
        (_, Some(digits)) => hexadecimal_float(digits).map(|value| Number::Float(value.to_bits())),
        (_, None) => text.parse::<f32>().ok().map(|value| Number::Float(value.to_bits())),
    };
    number.unwrap_or_else(|| panic!("the number `{text}`"))
}

fn hexadecimal_float(digits: &str) -> Option<f32> {
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let value = u64::from_str_radix(&format!("{whole}{part}"), 16).ok()? as f64;
    let exponent: i32 = exponent.parse().ok()?;
    Some(libm::ldexp(value, exponent - 4 * part.len() as i32) as f32)
}

fn numbers(tokens: &[Token]) -> Vec<Number> {
    let mut numbers = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Token::Number(number) = token else { continue };
        let is_index = index > 0 && tokens[index - 1] == Token::Sign('[') && tokens.get(index + 1) == Some(&Token::Sign(']'));
        if !is_index {
            numbers.push(*number);
        }
    }
    numbers
}

struct Reader {
    tokens: Peekable<IntoIter<Token>>,
}

impl Reader {
    fn word(&mut self) -> String {
        match self.tokens.next() {
            Some(Token::Word(word)) => word,
            other => panic!("a name, not {other:?}"),
        }
    }

    fn expect(&mut self, sign: char) {
        let found = self.tokens.next();
        assert_eq!(found, Some(Token::Sign(sign)));
    }

    /// A type: up to one of the signs outside of brackets, which is left.
    fn until(&mut self, ends: &[char]) -> String {
        let (mut text, mut depth) = (String::new(), 0);
        while let Some(token) = self.tokens.peek() {
            match token {
                Token::Sign(sign) if depth == 0 && ends.contains(sign) => break,
                Token::Sign(sign) => {
                    depth += i32::from("<(".contains(*sign)) - i32::from(">)".contains(*sign));
                    text.push(*sign);
                }
                Token::Word(word) => text.push_str(word),
                Token::Number(Number::Integer(number)) => text.push_str(&number.to_string()),
                Token::Number(number) => panic!("{number:?} in a type"),
            }
            self.tokens.next();
        }
        text
    }

    /// The tokens up to the `;` that ends a statement.
    fn statement(&mut self) -> Vec<Token> {
        self.tokens.by_ref().take_while(|token| *token != Token::Sign(';')).collect()
    }

    /// The tokens between brackets.
    fn enclosed(&mut self, open: char, close: char) -> Vec<Token> {
        self.expect(open);
        let (mut depth, mut inside) = (1, Vec::new());
        for token in self.tokens.by_ref() {
            depth += i32::from(token == Token::Sign(open)) - i32::from(token == Token::Sign(close));
            if depth == 0 {
                break;
            }
            inside.push(token);
        }
        inside
    }

    /// `name: type` up to the closing bracket, which is consumed.
    fn list(&mut self, close: char) -> Vec<Named> {
        let mut list = Vec::new();
        loop {
            match self.tokens.next() {
                Some(Token::Sign(sign)) if sign == close => return list,
                Some(Token::Sign(',')) => {}
                Some(Token::Sign('@')) => {
                    self.word();
                    self.enclosed('(', ')');
                }
                Some(Token::Word(name)) => {
                    self.expect(':');
                    list.push((name, self.until(&[',', close])));
                }
                other => panic!("a name and a type, not {other:?}"),
            }
        }
    }

    fn structure(&mut self) -> Struct {
        let name = self.word();
        self.expect('{');
        Struct { name, fields: self.list('}') }
    }

    fn function(&mut self) -> Function {
        let name = self.word();
        self.expect('(');
        let parameters = self.list(')');
        let mut result = String::new();
        if self.tokens.peek() == Some(&Token::Sign('-')) {
            self.expect('-');
            self.expect('>');
            result = self.until(&['{']);
        }
        let body = self.enclosed('{', '}');
        Function { name, parameters, result, numbers: numbers(&body) }
    }
}
