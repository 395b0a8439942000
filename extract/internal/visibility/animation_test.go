package visibility_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// hiddenBy reports whether a style sheet hides the only paragraph of a page, and
// whether a bound was reached.
func hiddenBy(t *testing.T, css string) (hidden, exceeded bool) {
	t.Helper()
	root, s := parse(t, "<!DOCTYPE html><style>"+css+"</style><body><p class=k>"+secret+"</p>")
	text, _ := shown(root, s)
	return !strings.Contains(text, secret), s.Exceeded()
}

func TestBoundsOfAnimations(t *testing.T) {
	const ends = "@keyframes g{to{opacity:0}}.k{animation:g 1ms forwards}"
	var others strings.Builder
	for i := range css.MaxKeyframes - 1 {
		fmt.Fprintf(&others, "@keyframes a%d{to{opacity:1}}", i)
	}
	hidden, exceeded := hiddenBy(t, others.String()+ends)
	assert.True(t, hidden)
	assert.False(t, exceeded)
	_, exceeded = hiddenBy(t, others.String()+"@keyframes z{to{opacity:1}}"+ends)
	assert.True(t, exceeded, "too many rules are told")

	frame := func(n int) string {
		return "@keyframes g{to{opacity:0;" + strings.Repeat("x", n) + "}}.k{animation:g 1ms forwards}"
	}
	hidden, exceeded = hiddenBy(t, frame(css.MaxFrameBytes-len("opacity:0;")))
	assert.True(t, hidden)
	assert.False(t, exceeded)
	_, exceeded = hiddenBy(t, frame(css.MaxFrameBytes))
	assert.True(t, exceeded, "a long frame is told")
}

// TestManyAnimationsAreBounded gives each of many elements the most work that its
// animations can be: the bound of work ends it, and that is told.
func TestManyAnimationsAreBounded(t *testing.T) {
	frame := strings.Repeat("left:1px;", css.MaxFrameBytes/9-1)
	css := "@keyframes g{from{" + frame + "}to{" + frame + "}}p{opacity:.01;animation:" + strings.TrimSuffix(strings.Repeat("g 1s infinite,", 2*css.MaxAnimations), ",") + "}"
	root, s := parse(t, "<!DOCTYPE html><style>"+css+"</style><body>"+strings.Repeat("<p>word</p>", 20_000))
	shown(root, s)
	assert.True(t, s.Exceeded())
}
