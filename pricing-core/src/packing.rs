//! A small packer for the lexicon's tables: it guesses every bit from what came before and writes only what is surprising
//! (adaptive arithmetic coding). gzip, which packs the whole module, learns one alphabet for all kinds of tables; this is
//! 3 KB smaller. The build packs (`build/pack.rs`), the crate unpacks at first use.

use crate::order::list;
use alloc::vec;
use alloc::vec::Vec;

/// What came so far in one situation.
#[derive(Clone, Copy, Default)]
struct Counter {
    /// How many bits, and how many of them ones.
    seen: u32,
    ones: u32,
}

impl Counter {
    /// When so many bits were seen, they are worth half: newer ones tell more.
    const MOST_SEEN: u32 = 200;

    /// The share of ones, of 65,536, if `others` is what is thought without this counter: as good as 1.5 bits seen.
    fn share(self, others: u32) -> u32 {
        (2 * self.ones * 65_536 + 3 * others) / (2 * self.seen + 3)
    }

    fn learn(&mut self, bit: bool) {
        self.seen += 1;
        self.ones += u32::from(bit);
        if self.seen > Self::MOST_SEEN {
            self.seen /= 2;
            self.ones /= 2;
        }
    }
}

/// What guesses the bits of bytes; packer and unpacker keep the same ones.
pub(crate) struct Model {
    /// By the bits of a byte so far, whatever it comes after, and then for each byte that it may come after.
    counters: Vec<Counter>,
    after: usize,
    /// The bits of this byte so far, after a one.
    bits: usize,
}

impl Model {
    pub(crate) fn new() -> Self {
        Self {
            counters: vec![Counter::default(); 257 * 256],
            after: 0,
            bits: 1,
        }
    }

    /// Begins a byte that is guessed from another one.
    pub(crate) fn begin(&mut self, after: u16) {
        (self.after, self.bits) = (usize::from(after & 255), 1);
    }

    fn situations(&self) -> [usize; 2] {
        [self.bits, (self.after + 1) * 256 + self.bits]
    }

    /// Divides a range of numbers into those for a one and those for a zero, neither ever empty: the last of the first.
    pub(crate) fn middle(&self, low: u32, high: u32) -> u32 {
        let share = self.situations().iter().fold(32_768, |share, index| {
            let counter = self.counters.get(*index).copied().unwrap_or_default();
            counter.share(share)
        });
        low + ((high - low) >> 16) * share.clamp(32, 65_504)
    }

    pub(crate) fn learn(&mut self, bit: bool) {
        for index in self.situations() {
            if let Some(counter) = self.counters.get_mut(index) {
                counter.learn(bit);
            }
        }
        self.bits = self.bits << 1 | usize::from(bit);
    }
}

/// What is left of what was packed.
pub(crate) struct Unpacker<'p> {
    rest: core::slice::Iter<'p, u8>,
    code: u32,
    low: u32,
    high: u32,
}

impl<'p> Unpacker<'p> {
    pub(crate) fn new(packed: &'p [u8]) -> Self {
        let mut unpacker = Self {
            rest: packed.iter(),
            code: 0,
            low: 0,
            high: u32::MAX,
        };
        for _ in 0..4 {
            unpacker.more();
        }
        unpacker
    }

    fn more(&mut self) {
        self.code = self.code << 8 | u32::from(self.rest.next().copied().unwrap_or_default());
    }

    /// The next byte, guessed from another one.
    #[inline(never)]
    pub(crate) fn byte(&mut self, model: &mut Model, after: u16) -> u16 {
        model.begin(after);
        for _ in 0..8 {
            let middle = model.middle(self.low, self.high);
            let bit = self.code <= middle;
            if bit {
                self.high = middle;
            } else {
                self.low = middle + 1;
            }
            model.learn(bit);
            while (self.low ^ self.high) >> 24 == 0 {
                self.more();
                (self.low, self.high) = (self.low << 8, self.high << 8 | 255);
            }
        }
        u16::try_from(model.bits & 255).unwrap_or_default()
    }

    /// A table of so many numbers. If any is above 255, the high byte is guessed from the one before, and the low byte from
    /// the high one; otherwise the low byte from the one before.
    pub(crate) fn table(&mut self, size: usize, wide: bool) -> Vec<u16> {
        let (mut highs, mut lows) = (Model::new(), Model::new());
        let (mut high, mut low) = (0, 0);
        list((0..size).map(|_| {
            if wide {
                high = self.byte(&mut highs, high);
                low = high;
            }
            low = self.byte(&mut lows, low);
            high << 8 | low
        }))
    }
}
