//! The other half of `src/packing.rs`.

use crate::packing::Model;

/// Whether a table has a number above 255.
pub(crate) fn is_wide(table: &[u16]) -> bool {
    table.iter().any(|number| *number > 255)
}

/// Packed numbers in the making.
pub(crate) struct Packer {
    packed: Vec<u8>,
    low: u32,
    high: u32,
}

impl Packer {
    pub(crate) fn new() -> Self {
        Self {
            packed: Vec::new(),
            low: 0,
            high: u32::MAX,
        }
    }

    /// All that was packed.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let middle = self.low + (self.high - self.low) / 2;
        self.packed.extend(middle.to_be_bytes());
        self.packed
    }

    /// Packs a table of numbers.
    pub(crate) fn table(&mut self, table: &[u16]) {
        let (mut highs, mut lows) = (Model::new(), Model::new());
        let (mut high, mut low) = (0, 0);
        for number in table {
            if is_wide(table) {
                self.byte(&mut highs, high, number >> 8);
                high = number >> 8;
                low = high;
            }
            self.byte(&mut lows, low, number & 255);
            low = number & 255;
        }
    }

    /// Packs a byte, guessed from another one.
    pub(crate) fn byte(&mut self, model: &mut Model, after: u16, byte: u16) {
        model.begin(after);
        for bit in (0..8).rev().map(|place| byte >> place & 1 == 1) {
            let middle = model.middle(self.low, self.high);
            if bit {
                self.high = middle;
            } else {
                self.low = middle + 1;
            }
            model.learn(bit);
            while (self.low ^ self.high) >> 24 == 0 {
                self.packed.push((self.high >> 24) as u8);
                (self.low, self.high) = (self.low << 8, self.high << 8 | 255);
            }
        }
    }
}
