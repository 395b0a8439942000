package charset_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	htmlcharset "golang.org/x/net/html/charset"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
)

const (
	russian      = "Мост через реку открыли в субботу, и горожане пришли смотреть."
	japaneseText = "新しい図書館が来月開館する。子どもたちはとても楽しみにしている。"
	koreanText   = "도서관은 다음 달에 문을 열고 아이들은 무척 기대하고 있다."
	chinese      = "图书馆下个月开放，孩子们都非常期待，老师也很高兴。"
	french       = "Le théâtre rouvrira à Noël, dès que la façade sera réparée."
)

func encode(t testing.TB, label, text string) []byte {
	t.Helper()
	e, _ := htmlcharset.Lookup(label)
	require.NotNil(t, e, label)
	b, err := e.NewEncoder().Bytes([]byte(text))
	require.NoError(t, err, label)
	return b
}

func page(head, text string) string {
	return "<!doctype html><html><head>" + head + "</head><body><p>" + text + "</p></body></html>"
}

func TestDecode(t *testing.T) {
	late := strings.Repeat("<link rel=alternate href=/page>\n", 200)
	tests := []struct {
		name        string
		encoding    string // of the bytes
		body        string
		contentType string
		want        string // label
	}{
		{"ascii", "utf-8", "plain", "text/plain; charset=windows-1251", "utf-8"},
		{"utf-8 beats a wrong header", "utf-8", page("", russian), "text/html; charset=iso-8859-1", "utf-8"},
		{"utf-8 beats a wrong meta", "utf-8", page("<meta charset=koi8-r>", russian), "", "utf-8"},
		{"undeclared utf-8 far down", "utf-8", page(late, russian), "text/html", "utf-8"},
		{"header", "windows-1251", page("", russian), `text/html; Charset="Windows-1251"`, "windows-1251"},
		{"header in single quotes", "windows-1251", page("", russian), `text/html;charset='windows-1251'`, "windows-1251"},
		{"header beats meta", "koi8-r", page("<meta charset=windows-1251>", russian), "text/html; charset=koi8-r", "koi8-r"},
		{"unknown header label", "koi8-r", page("<meta charset=koi8-r>", russian), "text/html; charset=x-nothing", "koi8-r"},
		{"replacement label", "koi8-r", page("<meta charset=koi8-r>", russian), "text/html; charset=iso-2022-kr", "koi8-r"},
		{"header says utf-8 and is wrong", "windows-1252", page("", french), "text/html; charset=utf-8", "windows-1252"},
		{"header says utf-16 and is wrong", "windows-1251", page("<meta charset=windows-1251>", russian), "text/html; charset=utf-16", "windows-1251"},
		{"latin1 is windows-1252", "windows-1252", page("", "“"+french+"” … 5 €"), "text/html; charset=ISO-8859-1", "windows-1252"},
		{"xml declaration", "windows-1251", `<?xml version="1.0" encoding='windows-1251'?><a>` + russian + "</a>", "", "windows-1251"},
		{"meta", "euc-jp", page(`<meta charset="euc-jp">`, japaneseText), "text/html", "euc-jp"},
		{"meta http-equiv", "shift_jis", page(`<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=x-sjis">`, japaneseText), "text/html", "shift_jis"},
		{"late meta", "koi8-r", page(late+"<meta charset=koi8-r>", russian), "text/html", "koi8-r"},
		{"meta in a comment", "koi8-r", page("<!-- <meta charset=windows-1252> --><meta charset=koi8-r>", russian), "", "koi8-r"},
		{"meta in a script", "koi8-r", page("<script>'<meta charset=big5>'</script><meta charset=koi8-r>", russian), "", "koi8-r"},
		{"meta says utf-16", "utf-8", page("<meta charset=utf-16>", russian), "", "utf-8"},
		{"iso-2022-jp", "iso-2022-jp", page("<meta charset=iso-2022-jp>", japaneseText), "text/html", "iso-2022-jp"},
		{"utf-16le without mark", "utf-16le", page("", japaneseText), "text/html", "utf-16le"},
		{"utf-16be without mark", "utf-16be", page("", russian), "text/html", "utf-16be"},
		{"utf-16le by header only", "utf-16le", japaneseText, "text/plain; charset=utf-16le", "utf-16le"},
		{"undeclared windows-1251", "windows-1251", page("", russian), "text/html", "windows-1251"},
		{"undeclared koi8-r", "koi8-r", page("", russian), "text/html", "koi8-r"},
		{"undeclared shift_jis", "shift_jis", page("", japaneseText), "text/html", "shift_jis"},
		{"undeclared shift_jis with a sign of IBM", "shift_jis", page("", strings.ReplaceAll(japaneseText, "子", "髙橋さんの子")), "text/html", "shift_jis"},
		{"undeclared euc-jp", "euc-jp", page("", japaneseText), "text/html", "euc-jp"},
		{"undeclared euc-kr", "euc-kr", page("", koreanText), "text/html", "euc-kr"},
		{"undeclared gbk", "gbk", page("", chinese), "text/html", "gb18030"},
		{"undeclared polish", "windows-1250", page("", "Most nad rzeką został już otwarty, więc mieszkańcy przyszli całą grupą świętować."), "", "windows-1250"},
		{"undeclared polish, iso", "iso-8859-2", page("", "Most nad rzeką został już otwarty, więc mieszkańcy przyszli całą grupą świętować."), "", "iso-8859-2"},
		{"undeclared czech", "windows-1250", page("", "Nový most přes řeku byl otevřen v sobotu a lidé přišli slavit, děti měly největší radost."), "", "windows-1250"},
		{"undeclared hungarian", "windows-1250", page("", "Az új hidat szombaton adták át, és a városiak együtt ünnepeltek a folyó mellett, később tűzijáték volt."), "", "windows-1250"},
		{"undeclared turkish", "windows-1254", page("", "Nehrin üzerindeki yeni köprü açıldı, çocuklar ışıkları görmek için kıyıya koştu, herkes çok mutluydu."), "", "windows-1254"},
		{"undeclared lithuanian", "windows-1257", page("", "Naujas tiltas per upę buvo atidarytas šeštadienį, ir žmonės išėjo švęsti į gatvę."), "", "windows-1257"},
		{"undeclared arabic", "windows-1256", page("", "فتحت المكتبة الجديدة أبوابها يوم السبت وحضر الأطفال مع عائلاتهم."), "", "windows-1256"},
		{"undeclared german", "windows-1252", page("", "Die neue Brücke über den Fluss wurde am Samstag eröffnet, und die Bürger feierten auf der Straße."), "", "windows-1252"},
		{"undeclared greek", "windows-1253", page("", "Η νέα βιβλιοθήκη ανοίγει τον επόμενο μήνα και τα παιδιά χαίρονται πολύ."), "", "iso-8859-7"},
		{"undeclared hebrew", "windows-1255", page("", "הספרייה החדשה תיפתח בחודש הבא והילדים מתרגשים מאוד."), "", "windows-1255"},
		{"undeclared thai", "windows-874", page("", "ห้องสมุดใหม่จะเปิดเดือนหน้า เด็ก ๆ ตื่นเต้นมาก"), "", "windows-874"},
		{"undeclared windows-1252", "windows-1252", page("", french), "text/html", "windows-1252"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, label := charset.Decode(encode(t, tt.encoding, tt.body), tt.contentType)
			assert.Equal(t, tt.want, label)
			assert.Equal(t, tt.body, string(got))
		})
	}
}

func TestDecodeByteOrderMark(t *testing.T) {
	const wrong = "text/html; charset=koi8-r"
	for label, body := range map[string]string{
		"utf-8":    "\xEF\xBB\xBFn\u00e9",
		"utf-16le": "\xFF\xFEn\x00\xe9\x00",
		"utf-16be": "\xFE\xFF\x00n\x00\xe9",
		"utf-32le": "\xFF\xFE\x00\x00n\x00\x00\x00\xe9\x00\x00\x00",
		"utf-32be": "\x00\x00\xFE\xFF\x00\x00\x00n\x00\x00\x00\xe9",
	} {
		got, name := charset.Decode([]byte(body), wrong)
		assert.Equal(t, "né", string(got), label)
		assert.Equal(t, label, name)
	}
}

func TestDecodeRepairs(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"stray byte of windows-1252", russian + " caf\xe9 " + russian, russian + " café " + russian},
		{"cut sequence", russian + "\xd0", russian + "\uFFFD"},
		{"two stray bytes are one mark", russian + " \xff\xfe " + russian, russian + " \uFFFD " + russian},
		{"overlong forms", russian + "\xc0\xaf" + russian, russian + "\uFFFD" + russian},
		{"utf-8 mark and a bad byte", "\xEF\xBB\xBFa\xffb", "a\uFFFDb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, label := charset.Decode([]byte(tt.in), "text/html; charset=utf-8")
			assert.Equal(t, tt.want, string(got))
			assert.Equal(t, "utf-8", label)
		})
	}
}

func TestDecodeKeepsTheSlice(t *testing.T) {
	for _, in := range []string{"ascii", russian, strings.Repeat("x", 9000) + russian} {
		body := []byte(in)
		got, _ := charset.Decode(body, "text/html; charset=windows-1252")
		assert.Same(t, &body[0], &got[0])
	}
	got, label := charset.Decode(nil, "text/html")
	assert.Empty(t, got)
	assert.Equal(t, "utf-8", label)
}

func TestDecodeBinaryIsNotUTF16(t *testing.T) {
	binary := make([]byte, 0, 5120)
	for range 20 {
		for c := range 256 {
			binary = append(binary, byte(c))
		}
	}
	got, label := charset.Decode(binary, "text/plain")
	assert.True(t, utf8.Valid(got))
	assert.NotContains(t, label, "utf-16")
}

func FuzzDecode(f *testing.F) {
	for _, label := range []string{"utf-8", "utf-16le", "windows-1251", "shift_jis", "gbk", "iso-2022-jp"} {
		text := japaneseText
		if label == "windows-1251" {
			text = russian
		} else if label == "gbk" {
			text = chinese
		}
		f.Add(encode(f, label, page("<meta charset="+label+">", text)), "text/html")
	}
	f.Add([]byte("\xEF\xBB\xBF<?xml encoding='big5'?>\xff"), "text/xml; charset=\"x")
	f.Add([]byte("\xff\xfe\x00"), "charset=")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		before := string(body)
		text, label := charset.Decode(body, contentType)
		if !utf8.Valid(text) {
			t.Fatalf("Decode(%q, %q) is not UTF-8: %q", body, contentType, text)
		}
		if label == "" || string(body) != before {
			t.Fatalf("Decode(%q, %q): label %q, body %q", before, contentType, label, body)
		}
		if len(text) > 3*len(body) {
			t.Fatalf("Decode(%q, %q) grew to %d bytes", body, contentType, len(text))
		}
	})
}
