//! Pictures that stand for a thing in a home: "🚽 blocked".

/// The word that a picture stands for.
pub(super) fn word(picture: char) -> Option<&'static str> {
    Some(match picture {
        '🚽' => "toilet",
        '🚿' => "shower",
        '🛁' | '🛀' => "bath",
        '🚰' => "tap",
        '💡' => "light",
        '🔌' => "plug",
        '🚪' => "door",
        '🪟' => "window",
        '🪠' => "plunger",
        '💧' | '💦' | '🌊' => "water",
        '🔒' | '🔐' => "lock",
        '🔑' | '🗝' => "key",
        '🛏' => "bed",
        '🛋' => "sofa",
        '🪞' => "mirror",
        '🧱' => "brick",
        '🏠' | '🏡' => "house",
        '🚗' | '🚙' => "car",
        '📱' => "phone",
        '💻' => "laptop",
        _ => return None,
    })
}
