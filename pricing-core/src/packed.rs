//! How the build stores tables in few bytes and the crate reads them: small numbers take one byte, and of a word only what
//! differs from the word before is stored. The tables go column by column: like beside like compresses best.

/// What the build writes.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Seven bits a byte, the lowest first; all but the last byte have the eighth bit.
    pub(crate) fn number(&mut self, number: impl TryInto<u32>) {
        let mut left = number.try_into().unwrap_or(u32::MAX);
        loop {
            let [low, ..] = left.to_le_bytes();
            left >>= 7;
            if left == 0 {
                return self.byte(low & 127);
            }
            self.byte(low | 128);
        }
    }

    /// How many items there are, then each of them.
    pub(crate) fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len());
        for item in items {
            write(self, item);
        }
    }

    /// Numbers of which each is mostly a little larger than the one before: the differences.
    pub(crate) fn rising(&mut self, numbers: impl Iterator<Item = u32>) {
        let mut last = 0;
        for number in numbers {
            self.number(number.wrapping_sub(last));
            last = number;
        }
    }

    /// How many words there are; for each, how many bytes it begins with like the word before, then its other bytes; a zero.
    /// A word's bytes end before any that is less than a space.
    pub(crate) fn words<'w>(&mut self, words: impl ExactSizeIterator<Item = &'w str>) {
        self.number(words.len());
        let mut last = "";
        for word in words {
            let alike = last
                .bytes()
                .zip(word.bytes())
                .take_while(|(one, other)| one == other);
            let mut shared = alike.take(usize::from(b' ') - 1).count();
            while !word.is_char_boundary(shared) {
                shared -= 1;
            }
            self.number(shared);
            self.0.extend(word.bytes().skip(shared));
            last = word;
        }
        self.byte(0);
    }
}

/// What the crate reads; where nothing is left, zeros.
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl Reader<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    pub(crate) fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u32::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 || shift > 28 {
                return number;
            }
        }
    }

    /// A number that is known to be small.
    pub(crate) fn small<T: TryFrom<u32> + Default>(&mut self) -> T {
        self.number().try_into().unwrap_or_default()
    }

    pub(crate) fn list<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = self.number();
        (0..count).map(|_| read(self)).collect()
    }

    /// The next of numbers that [`Writer::rising`] wrote.
    pub(crate) fn rise(&mut self, last: &mut u32) -> u32 {
        *last = last.wrapping_add(self.number());
        *last
    }

    pub(crate) fn words(&mut self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for _ in 0..self.number() {
            let mut word = words.last().cloned().unwrap_or_default().into_bytes();
            word.truncate(self.small());
            let length = self.0.iter().take_while(|byte| **byte >= b' ').count();
            let (rest, left) = self.0.split_at(length);
            word.extend_from_slice(rest);
            self.0 = left;
            words.push(String::from_utf8(word).unwrap_or_default());
        }
        self.byte();
        words
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, Writer};

    #[test]
    fn what_was_written_is_read() {
        let words = ["", "gas", "gases", "gasket", "gaz", "gás", "gâs", "zero"];
        let numbers = [0, 1, 127, 128, 16_384, u32::MAX];
        let mut out = Writer::default();
        out.words(words.into_iter());
        out.list(&numbers, |out, number| out.number(*number));
        out.rising([5, 7, 3].into_iter());
        out.byte(200);
        let mut stored = Reader(&out.0);
        assert_eq!(stored.words(), words);
        assert_eq!(stored.list(Reader::number), numbers);
        let mut last = 0;
        assert_eq!([5, 7, 3].map(|_| stored.rise(&mut last)), [5, 7, 3]);
        assert_eq!((stored.byte(), stored.byte(), stored.number()), (200, 0, 0));
    }
}
