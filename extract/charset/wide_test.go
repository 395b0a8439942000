package charset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
)

func encoded(t *testing.T, e encoding.Encoding, text string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(text))
	require.NoError(t, err)
	return b
}

func TestWideWithoutMark(t *testing.T) {
	encodings := map[string]encoding.Encoding{
		"utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16be": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		"utf-32le": utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32be": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
	}
	for _, text := range []string{
		"<p>Tides of the harbour, measured daily.</p>", "Она сказала, что придёт завтра утром.", "Η θάλασσα είναι ήρεμη σήμερα το πρωί.",
		"הספרייה החדשה תיפתח בחודש הבא.", "ستفتح المكتبة الجديدة في الشهر القادم.",
	} {
		for label, e := range encodings {
			got, found := charset.Decode(encoded(t, e, text), "text/plain")
			assert.Equal(t, label, found, text)
			assert.Equal(t, text, string(got))
		}
	}
}

// TestBytesAreNotWide: text of bytes stays that in each legacy encoding.
func TestBytesAreNotWide(t *testing.T) {
	zh, ja, ko := "新的桥梁横跨河流，居民们走上街头庆祝。这是第二句话。", "新しい橋が川に架けられ、住民は通りに出た。", "새로운 다리가 강을 가로질러 놓였고 주민들은 거리로 나왔다."
	for _, c := range []struct {
		e    encoding.Encoding
		text string
	}{{simplifiedchinese.GBK, zh}, {traditionalchinese.Big5, "新的橋樑橫跨河流，居民們走上街頭慶祝。"}, {japanese.ShiftJIS, ja}, {japanese.EUCJP, ja}, {korean.EUCKR, ko}} {
		text, label := charset.Decode(encoded(t, c.e, c.text), "")
		assert.NotContains(t, label, "utf-16", c.text)
		assert.NotEmpty(t, text)
	}
}

func TestNotWide(t *testing.T) {
	for _, body := range []string{"plain words", "\x04\x05", strings.Repeat("a\x04", 50), "a\x00b", "\x00\x00\x00", "Добрый день всем, кто это читает"} {
		text, label := charset.Decode([]byte(body), "")
		assert.Equal(t, "utf-8", label, "%q", body)
		assert.Equal(t, body, string(text))
	}
}

// Capitals alone are read in the encoding that pages have, not in the one that
// makes small letters of them.
func TestCyrillicCapitals(t *testing.T) {
	for _, text := range []string{"ПРАЙС-ЛИСТ 2024", "СПИСОК УЧАСТНИКОВ СОРЕВНОВАНИЙ", "Привет", "Список литературы", "Україна має свою мову"} {
		got, label := charset.Decode(encoded(t, charmap.Windows1251, text), "")
		assert.Equal(t, "windows-1251", label)
		assert.Equal(t, text, string(got))
	}
	for label, m := range map[string]*charmap.Charmap{"koi8-r": charmap.KOI8R, "windows-1251": charmap.Windows1251} {
		text := "Она сказала, что придёт завтра утром и принесёт книги, которые обещала."
		got, found := charset.Decode(encoded(t, m, text), "")
		assert.Equal(t, label, found)
		assert.Equal(t, text, string(got))
	}
}
