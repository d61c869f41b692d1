//! All actions of keys in one list, from which the help is made.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

macro_rules! actions {
    ($($action:ident $group:ident $name:literal [$($key:expr),*] $help:literal)*) => {
        /// Something that a key or a button does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $(#[doc = $help] $action,)*
        }

        /// All actions, in the order of the help.
        pub const ACTIONS: &[Description] = &[$(Description {
            action: Action::$action,
            group: Group::$group,
            name: $name,
            keys: &[$($key),*],
            help: $help,
        }),*];
    };
}

/// The description of an action.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// The action.
    pub action: Action,
    /// The group in the help.
    pub group: Group,
    /// The name on buttons.
    pub name: &'static str,
    /// The keys that trigger it.
    pub keys: &'static [KeyboardShortcut],
    /// Its effect, in a sentence.
    pub help: &'static str,
}

/// A group of actions in the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Terrain: light, water, lines.
    Terrain,
    /// The noise itself.
    Noise,
    /// The part that is shown, and its presentation.
    View,
    /// Recipes, files and pictures.
    File,
}

impl Group {
    /// All groups, in the order of the help.
    pub const ALL: [Self; 4] = [Self::Terrain, Self::Noise, Self::View, Self::File];

    /// Returns the heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Noise => "Noise",
            Self::View => "View",
            Self::File => "File",
        }
    }
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn command_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

actions! {
    Wireframe Terrain "Wireframe" [key(Key::F)] "Wireframe or texture."
    Light Terrain "Light" [key(Key::L)] "The next light: none, height difference, the same smoothed, Lambert, smoothed, ray-traced shadow, smoothed."
    Water Terrain "Water" [key(Key::W)] "Water or none."
    Brighter Terrain "Brighter" [key(Key::O)] "Brighter light."
    Darker Terrain "Darker" [key(Key::P)] "Darker light."
    Fly Terrain "Fly" [key(Key::X)] "Fly or not: in flight W, A, S and D move, and drags turn."
    MoreOctaves Noise "Octave more" [key(Key::T)] "An octave more."
    FewerOctaves Noise "Octave less" [key(Key::G)] "An octave less."
    MoreGain Noise "More persistence" [key(Key::Y)] "A tenth more persistence (gain)."
    LessGain Noise "Less persistence" [key(Key::H)] "A tenth less persistence (gain)."
    HigherFrequency Noise "Higher frequency" [key(Key::U)] "A higher frequency."
    LowerFrequency Noise "Lower frequency" [key(Key::J)] "A lower frequency."
    NewSeed Noise "New seed" [key(Key::R)] "A new seed for all parts that are not locked."
    Undo Noise "Undo" [command(Key::Z)] "Undo."
    Redo Noise "Redo" [command_shift(Key::Z), command(Key::Y)] "Redo."
    KeepB Noise "Keep as B" [key(Key::N)] "Keep the recipe as B, to compare with."
    Map View "Map" [key(Key::Num1)] "The map."
    Terrain View "Terrain" [key(Key::Num2)] "The terrain."
    Material View "Material" [key(Key::Num4)] "The material in light, if the recipe has an output albedo."
    Tiling View "Tiling" [key(Key::Num3)] "Three by three copies, with their seams marked."
    Play View "Play" [key(Key::Space)] "Play or stop: time, which is z, in a loop."
    Home View "Whole" [key(Key::Home)] "Back to the whole recipe."
    Panel View "Panel" [key(Key::Backslash)] "Show or hide the panel."
    Help View "Help" [key(Key::V), key(Key::Questionmark)] "This help."
    Presets File "Presets" [command(Key::P)] "The gallery of presets."
    Seeds File "Seeds" [command(Key::G)] "Nine seeds to choose from."
    Bake File "Bake" [command(Key::B)] "Bake into a file, of any size."
    Open File "Open" [command(Key::O)] "Open a recipe."
    Save File "Save" [command(Key::S)] "Save the recipe."
    SaveAs File "Save as" [command_shift(Key::S)] "Save the recipe under another name."
    CopyLink File "Copy link" [command_shift(Key::L)] "Copy a link that holds the recipe and the view."
    CopyCommand File "Copy command" [command_shift(Key::K)] "Copy the command that bakes exactly this."
    CopyShader File "Copy WGSL" [command_shift(Key::G)] "Copy the noise as WGSL."
}

/// Returns the action of a key with modifiers.
pub fn action_of(key: Key, modifiers: Modifiers) -> Option<Action> {
    // The place of the question mark depends on the keyboard.
    let suits = |shortcut: &KeyboardShortcut| {
        let is_shift = shortcut.modifiers.shift == modifiers.shift || key == Key::Questionmark;
        shortcut.logical_key == key && shortcut.modifiers.command == modifiers.command && is_shift && !modifiers.alt
    };
    ACTIONS.iter().find(|description| description.keys.iter().any(suits)).map(|description| description.action)
}

impl Action {
    /// Returns `true` if holding the key repeats the action.
    pub fn repeats(self) -> bool {
        use Action::{
            Brighter, Darker, FewerOctaves, HigherFrequency, LessGain, LowerFrequency, MoreGain, MoreOctaves, NewSeed, Redo, Undo,
        };
        matches!(
            self,
            Brighter | Darker | MoreOctaves | FewerOctaves | MoreGain | LessGain | HigherFrequency | LowerFrequency | NewSeed | Undo | Redo
        )
    }

    /// Returns the description.
    pub fn description(self) -> &'static Description {
        ACTIONS.iter().find(|description| description.action == self).expect("every action is in the list")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_key_with_other_modifiers_does_something_else_or_nothing() {
        let both = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        assert_eq!(action_of(Key::Z, Modifiers::COMMAND), Some(Action::Undo));
        assert_eq!(action_of(Key::Z, both), Some(Action::Redo));
        assert_eq!(action_of(Key::S, both), Some(Action::SaveAs));
        assert_eq!(action_of(Key::R, Modifiers::NONE), Some(Action::NewSeed));
        assert_eq!([Modifiers::SHIFT, Modifiers::ALT, Modifiers::COMMAND].map(|modifiers| action_of(Key::R, modifiers)), [None; 3]);
        assert_eq!(action_of(Key::Questionmark, Modifiers::SHIFT), Some(Action::Help));
    }

    #[test]
    fn no_key_does_two_things() {
        let mut seen = HashSet::new();
        for description in ACTIONS {
            for key in description.keys {
                assert!(seen.insert((key.modifiers.command, key.modifiers.shift, key.logical_key)), "{}", description.name);
            }
        }
    }
}
