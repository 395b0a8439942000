package charset_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
)

// TestLabels has the encodings of the Encoding Standard, section 4.2, by some of
// their labels, declared in a header, in a meta element and for XML.
func TestLabels(t *testing.T) {
	for _, c := range []struct{ name, labels, text string }{
		{"ibm866", "866 cp866 csIBM866", russian},
		{"iso-8859-2", "latin2 l2 ISO_8859-2 csISOLatin2", "Příliš žluťoučký kůň, ř"},
		{"iso-8859-3", "latin3 iso8859-3", "Ħobż u ġbejna, ċ"},
		{"iso-8859-4", "latin4 l4", "Ķēde, ņem, ģimene"},
		{"iso-8859-5", "cyrillic iso_8859-5", "Мост через реку"},
		{"iso-8859-6", "arabic ecma-114", "مرحبا بكم"},
		{"iso-8859-7", "greek8 ecma-118 elot_928", "Καλημέρα"},
		{"iso-8859-8", "hebrew visual", "שלום"},
		{"iso-8859-10", "latin6 l6", "Ŋuođđu, đ"},
		{"iso-8859-13", "iso8859-13", "Ąžuolas, ė"},
		{"iso-8859-14", "iso885914", "Ŵyn ŷd, ḃ"},
		{"iso-8859-15", "csisolatin9 l9", "5 € œuf Š"},
		{"iso-8859-16", "iso-8859-16", "Țară și ș"},
		{"koi8-r", "koi koi8 cskoi8r", russian},
		{"koi8-u", "koi8-ru", "Їжак і ґава"},
		{"macintosh", "mac x-mac-roman csMacintosh", "Café — ƒ"},
		{"windows-874", "tis-620 iso-8859-11 dos-874", "ห้องสมุด"},
		{"windows-1250", "cp1250 x-cp1250", "Źdźbło, śnieg"},
		{"windows-1251", "cp1251 x-cp1251", russian},
		{"windows-1252", "ascii iso-8859-1 latin1 l1 us-ascii cp1252", "“café” – 5 €"},
		{"windows-1253", "cp1253", "Ελληνικά"},
		{"windows-1254", "iso-8859-9 latin5 cp1254", "Şişli ığdır"},
		{"windows-1255", "cp1255", "עברית"},
		{"windows-1256", "cp1256", "العربية"},
		{"windows-1257", "cp1257", "Šešios žąsys"},
		{"windows-1258", "cp1258", "Đêm, ơ, ư"},
		{"x-mac-cyrillic", "x-mac-ukrainian", russian},
		{"gbk", "gb2312 chinese x-gbk gb_2312-80", chinese},
		{"gb18030", "gb18030", chinese},
		{"big5", "big5-hkscs cn-big5 x-x-big5", "圖書館下個月開放"},
		{"euc-jp", "x-euc-jp cseucpkdfmtjapanese", japaneseText},
		{"shift_jis", "sjis ms_kanji windows-31j x-sjis", japaneseText},
		{"euc-kr", "korean ks_c_5601-1987 windows-949", koreanText},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := encode(t, c.name, c.text)
			for _, label := range append(strings.Fields(c.labels), c.name, strings.ToUpper(c.name), " "+c.name+" ") {
				got, name := charset.Decode(body, "text/plain; charset=\""+label+"\"")
				assert.Equal(t, c.name, name, "%q in a header", label)
				assert.Equal(t, c.text, string(got), "%q in a header", label)
				got, name = charset.Decode(append([]byte("<meta charset=\""+label+"\">"), body...), "text/html")
				assert.Equal(t, c.name, name, "%q in a meta element", label)
				assert.True(t, strings.HasSuffix(string(got), c.text), "%q in a meta element", label)
				if label == strings.TrimSpace(label) {
					_, name = charset.Decode(append([]byte(`<?xml version="1.0" encoding="`+label+`"?>`), body...), "")
					assert.Equal(t, c.name, name, "%q for XML", label)
				}
			}
		})
	}
}

// TestHeaderParameters goes by RFC 9110, section 5.6.6, and by what servers
// write in its place.
func TestHeaderParameters(t *testing.T) {
	body := encode(t, "koi8-r", russian)
	for contentType, want := range map[string]string{
		"text/plain;charset=koi8-r":                 "koi8-r",
		"text/plain; CHARSET = koi8-r":              "koi8-r",
		`text/plain; a="b;c"; charset="koi8-r"`:     "koi8-r",
		"text/plain; charset=koi8-r; boundary=x":    "koi8-r",
		"charset=koi8-r":                            "koi8-r",
		"text/plain; charset='koi8-r'":              "koi8-r",
		"text/plain; charset=koi8-r, text/plain":    "koi8-r",
		"text/plain; charset=windows-1251; charset": "windows-1251",
	} {
		_, got := charset.Decode(body, contentType)
		assert.Equal(t, want, got, contentType)
	}
}

// TestDeclarationsThatAreNone don't count.
func TestDeclarationsThatAreNone(t *testing.T) {
	for _, head := range []string{
		`<meta name=description content="charset=windows-1252">`,
		`<style>/* <meta charset=windows-1252> */</style>`,
		`<!-- <meta charset=windows-1252>`,
		`<textarea><meta charset=nothing></textarea>`,
		`<metal charset=windows-1252>`,
		`<meta charset=>`,
		`<meta charset>`,
	} {
		got, label := charset.Decode(encode(t, "koi8-r", head+"<p>"+russian+" "+russian), "text/html")
		assert.Equal(t, "koi8-r", label, head)
		assert.True(t, strings.HasSuffix(string(got), russian), head)
	}
}

// TestDecodeAnything gives valid text for every byte in every encoding.
func TestDecodeAnything(t *testing.T) {
	all := make([]byte, 0, 512)
	for c := range 256 {
		all = append(all, byte(c), 'a')
	}
	for _, label := range []string{"", "utf-8", "utf-16le", "utf-16be", "utf-16", "koi8-r", "big5", "gb18030", "euc-kr", "shift_jis", "iso-2022-jp", "x-user-defined", "replacement", "none", strings.Repeat("x", 1000)} {
		got, name := charset.Decode(all, "text/html; charset="+label)
		assert.True(t, utf8.Valid(got), label)
		assert.NotEmpty(t, name, label)
	}
}
