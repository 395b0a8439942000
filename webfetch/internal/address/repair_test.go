package address_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

func TestRepair(t *testing.T) {
	for in, want := range map[string]string{
		"http://a.example/50%off":         "http://a.example/50%25off",
		"http://a.example/x%":             "http://a.example/x%25",
		"http://a.example/x%4":            "http://a.example/x%254",
		"http://a.example/%2Fb%zz%41":     "http://a.example/%2Fb%25zz%41",
		"http://a.example/a?b=100%&c=%zz": "http://a.example/a?b=100%&c=%zz",
		"http://a.example/a#b%c":          "http://a.example/a#b%25c",
		"http://a.example/a?b#c%d?e":      "http://a.example/a?b#c%25d?e",
		"http://a%zz.example/a%zz":        "http://a%zz.example/a%25zz",
		"http://a%zz.example":             "http://a%zz.example",
		"//a.example/5%":                  "//a.example/5%25",
		"5%/b//c%":                        "5%25/b//c%25",
		"ht\ttp://a.exa\nmple/a\r\nb":     "http://a.example/ab",
		"http://a.example/plain":          "http://a.example/plain",
	} {
		assert.Equal(t, want, address.Repair(in), in)
	}
	base, err := url.Parse("http://a.example/dir/page")
	require.NoError(t, err)
	to, err := address.Resolve(base, "half\t%/x?50%")
	require.NoError(t, err)
	assert.Equal(t, "http://a.example/dir/half%25/x?50%", to.String())
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{"http://a/%zz", "//%/%#%", "a?%#%4", "://%", "\t%\n41"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once := address.Repair(raw)
		if strings.ContainsAny(once, "\t\r\n") || address.Repair(once) != once {
			t.Fatalf("Repair(%q) = %q", raw, once)
		}
		if _, err := url.Parse(raw); err != nil {
			return
		}
		if _, err := url.Parse(once); err != nil {
			t.Fatalf("Repair(%q) = %q, which can't be parsed: %v", raw, once, err)
		}
	})
}
