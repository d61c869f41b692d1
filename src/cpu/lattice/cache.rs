//! A cache of values of lattice points.

/// A value, its key, and the time of its last use.
struct Kept<K, V> {
    key: K,
    turn: u64,
    value: V,
}

/// Values by key. When the cache is full, a new value replaces the least recently used one.
pub(in crate::cpu) struct Cache<K, V> {
    most: usize,
    kept: Vec<Kept<K, V>>,
    turn: u64,
}

impl<K: PartialEq, V: Default> Cache<K, V> {
    /// Creates a cache of up to `most` values.
    pub(in crate::cpu) fn new(most: usize) -> Self {
        Self { most, kept: vec![], turn: 0 }
    }

    /// Returns the index of a value. A missing value is made, reusing the memory of an old one.
    pub(in crate::cpu) fn place(&mut self, key: K, make: impl FnOnce(&mut V)) -> usize {
        self.turn += 1;
        let turn = self.turn;
        if let Some(place) = self.kept.iter().position(|kept| kept.key == key) {
            self.kept[place].turn = turn;
            return place;
        }
        let place = if self.kept.len() < self.most {
            self.kept.push(Kept { key, turn, value: V::default() });
            self.kept.len() - 1
        } else {
            let place = (0..self.kept.len()).min_by_key(|&place| self.kept[place].turn).unwrap_or(0);
            (self.kept[place].key, self.kept[place].turn) = (key, turn);
            place
        };
        make(&mut self.kept[place].value);
        place
    }

    pub(in crate::cpu) fn at(&self, place: usize) -> &V {
        &self.kept[place].value
    }
}
