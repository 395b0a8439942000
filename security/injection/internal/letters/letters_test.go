package letters_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
)

func TestTwin(t *testing.T) {
	for latin, like := range map[byte]string{
		'a': "ΑάАаӐᎪ", 'b': "ΒβВЬв", 'c': "ϲСсᏟ", 'd': "ԁԺᎠ", 'e': "ΕεЕеѐ", 'g': "ԌցᏀ", 'h': "ΗНһՀ", 'i': "ΙιІії", 'j': "ϳЈј", 'k': "ΚκКк", 'l': "Ꮮ",
		'm': "ΜМм", 'n': "ΝηПп", 'o': "ΟοОоՕ", 'p': "ΡρРр", 'q': "ԚԛԶ", 'r': "ГЯгя", 's': "ςЅѕᏚ", 't': "ΤτТт", 'u': "μυЦц", 'v': "νѴѵ", 'w': "ωШшѡ",
		'x': "ΧХхҳ", 'y': "ΥγУу", 'z': "ΖζᏃ",
	} {
		for _, r := range like {
			assert.Equal(t, string(latin), string(letters.Twin(r)), "%c", r)
		}
	}
	for _, r := range "жЖλΛ中aéß" {
		assert.Zero(t, letters.Twin(r), "%c", r)
	}
}

func TestAppend(t *testing.T) {
	for char, want := range map[string]string{
		"é": "e", "Å": "a", "ẞ": "ss", "ß": "ss", "Æ": "ae", "œ": "oe", "Þ": "th", "ø": "o", "Ł": "l", "ı": "i", "ʀ": "r",
		"ﬁ": "fi", "Ａ": "a", "𝐱": "x", "ⓒ": "c", "🅧": "x", "🄰": "a", "🅐": "a", "🅰": "a", "🇬": "g", "㎏": "kg", "ﬃ": "ffi",
		"Ж": "ж", "Й": "и", "Ё": "е", "중": "중", "中": "中", "\u0301": "", "ǆ": "dz",
	} {
		assert.Equal(t, want, string(letters.Append(nil, char)), "%q", char)
	}
	assert.Equal(t, "ab", string(letters.Append([]byte("a"), "B")))
}

func TestInvisible(t *testing.T) {
	for _, r := range []rune{0xad, 0x200b, 0x200d, 0x2060, 0xfeff, 0x34f, 0x115f, 0x3164, 0x2800, 0x80, 0x9f, 0x180b, 0x180f, 0x202e} {
		assert.True(t, letters.Invisible(r), "%U", r)
	}
	for _, r := range []rune{'a', ' ', 0x85, 0xa0, 0x7f, 0x301, 0x180a, 0x2801, '中'} {
		assert.False(t, letters.Invisible(r), "%U", r)
	}
}
