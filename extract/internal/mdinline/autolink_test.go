package mdinline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

func TestAddressEnd(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"see http://a.example/b_c, or", "a.example/b_c"},
		{"(https://a.example/_b_/~c?d=e&f#g)", "a.example/_b_/~c?d=e&f#g"},
		{"ftp://a.example:21/b.", "a.example:21/b"},
		{"www.a.example!", "a.example"},
		{"line\nwww.a.example", "a.example"},
		{"http://a.example/b__", "a.example/b"},
		{"http://a.example/[b](c)", "a.example/"},
		{"http://localhost/_b_", ""},
		{"http://127.0.0.1/_b_", ""},
		{"http://a.", ""},
		{"http://", ""},
		{"http:/", ""},
		{"http:", ""},
		{"www.", ""},
		{"xhttp://a.example", ""},
		{"-www.a.example", ""},
		{"ssh://a.example", ""},
		{"HTTP://a.example", ""},
	} {
		i := strings.IndexAny(c.text, ":.")
		got := ""
		if host, ok := mdinline.AddressHost([]byte(c.text), i); ok {
			if end := mdinline.AddressEnd([]byte(c.text), host); end > 0 {
				got = c.text[host:end]
			}
		}
		assert.Equal(t, c.want, got, c.text)
	}
}

func TestAddressGoesOn(t *testing.T) {
	assert.True(t, mdinline.AddressGoesOn([]byte("://a.example")))
	for _, s := range []string{"://a.example and", "://a.example\n", "://a.example<", `://a.example\`} {
		assert.False(t, mdinline.AddressGoesOn([]byte(s)), s)
	}
}
