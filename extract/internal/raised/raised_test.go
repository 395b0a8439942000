package raised_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		text         string
		sup, touches bool
		want         string
	}{
		{"2", true, true, "²"}, {"2", false, true, "₂"}, {"−3", true, true, "⁻³"}, {"n+1", true, true, "ⁿ⁺¹"},
		{"n", true, true, "ⁿ"}, {"max", false, true, "_max"}, {"x", true, true, "^x"}, {"10", true, false, "¹⁰"},
		{"TM", true, true, "™"}, {"th", true, true, ""}, {"*", true, true, ""}, {"max", false, false, ""}, {"", true, true, ""},
		{"1), 2)", true, true, "¹⁾, ²⁾"}, {"*)", true, true, ""}, {"me", true, true, ""}, {"′", true, true, ""}, {"°", true, true, ""}, {"°C", true, true, ""}, {"§", true, true, ""}, {"a b", false, true, "_(a b)"}, {"(k)", true, true, "^(k)"}, {"(k)(l)", true, true, "^((k)(l))"}, {"é", false, true, "_(é)"},
	} {
		got, ok := raised.Text(c.text, c.sup, c.touches)
		assert.Equal(t, c.want, got, c.text)
		assert.Equal(t, c.want != "", ok, c.text)
	}
}
