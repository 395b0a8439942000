package address_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

func TestCanonical(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"HTTP://Example.COM", "http://example.com/"},
		{"http://example.com:80/a", "http://example.com/a"},
		{"https://example.com:443/a", "https://example.com/a"},
		{"https://example.com:80/a", "https://example.com:80/a"},
		{"http://[2606:4700::1]:80/", "http://[2606:4700::1]/"},
		{"http://Example.com./a", "http://example.com/a"},
		{"http://example.com.:080/a", "http://example.com/a"},
		{"https://example.com:08443/a", "https://example.com:8443/a"},
		{"https://абвгде:8443/a", "https://xn--80acdefg:8443/a"}, // as long in both forms
		{"http://[2606:4700::1]:0081/", "http://[2606:4700::1]:81/"},
		{"http://[2606:4700::1]:8080/", "http://[2606:4700::1]:8080/"},
		{"http://example.com/a?utm_source=x&b=1&UTM_Medium=y&fbclid=z", "http://example.com/a?b=1"},
		{"http://example.com/a?utm_source=x", "http://example.com/a"},
		{"http://example.com/a?", "http://example.com/a"},
		{"http://example.com/a?b=2&a=1&b=%20", "http://example.com/a?b=2&a=1&b=%20"},
		{"http://example.com/a?ref=main&source=x", "http://example.com/a?ref=main&source=x"},
		{"http://example.com/a#part", "http://example.com/a"},
		{"http://example.com/%7Ejo/%C3%A9", "http://example.com/%7Ejo/%C3%A9"},
		{"http://example.com/a/%2e%2e/./b?c=/../d", "http://example.com/b?c=/../d"},
	} {
		u, err := url.Parse(test.in)
		require.NoError(t, err)
		got := address.Canonical(u)
		assert.Equal(t, test.want, got, test.in)
		again, err := url.Parse(got)
		require.NoError(t, err)
		assert.Equal(t, got, address.Canonical(again), "canonical form of %s is not stable", test.in)
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"http://example.com/?utm_source=a&b", "https://[::1]:443/%zz", "http://a:80#b", "HTTP://ÄÖ.example/ä?ß"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := url.Parse(raw)
		if err != nil || u.Opaque != "" || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Contains(u.Host, "..") || strings.HasPrefix(u.Host, ".") {
			return
		}
		once := address.Canonical(u)
		again, err := url.Parse(once)
		if err != nil {
			t.Fatalf("Canonical(%q) = %q, which can't be parsed: %v", raw, once, err)
		}
		if twice := address.Canonical(again); twice != once {
			t.Fatalf("Canonical(%q) = %q, then %q", raw, once, twice)
		}
	})
}
