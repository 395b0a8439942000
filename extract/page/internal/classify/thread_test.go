package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestThreadKeepsPostsLikeTheFirst(t *testing.T) {
	text := words(20)
	post := "<div class=post><b>tern</b><div class=text>" + text + "</div></div>"
	other := "<div class=post><b>tern</b><div class=about>" + text + "</div></div>"
	for name, test := range map[string]struct {
		body, kept, added string
		score             float32
	}{
		"three posts":       {strings.Repeat(post, 3), "the tide comes in…", "the tide comes in… (2) | the tide comes in… (3)", 0.05},
		"unlikely":          {strings.Repeat(post, 3), "the tide comes in…", "", 0.049},
		"two posts":         {strings.Repeat(post, 2), "the tide comes in…", "", 0.4},
		"none kept":         {strings.Repeat(post, 3), "", "", 0.4},
		"names alone":       {strings.Repeat(post, 3), "tern", "", 0.4},
		"of another kind":   {strings.Repeat(post, 3) + other, "the tide comes in…", "the tide comes in… (2) | the tide comes in… (3)", 0.4},
		"two of the kind":   {strings.Repeat(post, 2) + other, "the tide comes in…", "", 0.4},
		"after an article":  {"<p>" + text + "</p>" + strings.Repeat(post, 3), "the tide comes in…", "", 0.4},
		"of another row":    {"<main>" + strings.Repeat(post, 3) + "</main><div>" + strings.Repeat(post, 3) + "</div>", "the tide comes in…", "the tide comes in… (2) | the tide comes in… (3)", 0.4},
		"paragraphs in one": {"<div class=text>" + strings.Repeat("<p>"+text+"</p>", 4) + "</div>", "the tide comes in…", "", 0.4},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score, kept: test.kept}, "keep thread posts")
			got.assertAdds(t, test.added)
		})
	}
}

// Of a forum no post is kept without its replies, but for links, controls and short lines.
func TestForumsKeepReplies(t *testing.T) {
	reply := "<div class=comment><a href=/u/tern>tern</a><p>No</p><p>" + words(20) + "</p><button>Reply to the post of tern</button></div>"
	post := "<p>" + words(20) + "</p>"
	for name, test := range map[string]struct {
		body, kept, added string
		article, forum    float32 // log odds that the page is one
	}{
		"all missing":    {post + strings.Repeat(reply, 3), "the tide comes in…", "No | the tide comes in… (2) | No (2) | the tide comes in… (3) | No (3) | the tide comes in… (4)", 0, 1.5},
		"nested":         {post + strings.Repeat("<div class=comment><p>"+words(20)+"</p>", 3), "the tide comes in…", "the tide comes in… (2) | the tide comes in… (3) | the tide comes in… (4)", 0, 1.5},
		"no forum":       {post + strings.Repeat(reply, 3), "the tide comes in…", "", 3, 1.5},
		"a little":       {post + strings.Repeat(reply, 3), "the tide comes in…", "", 0, 1.4},
		"one kept":       {post + strings.Repeat(reply, 3), "the tide comes in… | the tide comes in… (4)", "", 0, 1.5},
		"two replies":    {post + strings.Repeat(reply, 2), "the tide comes in…", "", 0, 1.5},
		"no post":        {post + strings.Repeat(reply, 3), "", "", 0, 1.5},
		"few words":      {post + strings.Repeat("<div class=comment><p>"+words(16)+"</p></div>", 3), "the tide comes in…", "", 0, 1.5},
		"of other class": {post + strings.Repeat("<div class=goods><p>"+words(20)+"</p></div>", 3), "the tide comes in…", "", 0, 1.5},
	} {
		t.Run(name, func(t *testing.T) {
			pageType, lexicon := odds(t, test.article, test.forum)
			got := run(t, state{html: test.body, hints: features.Hints{Type: pageType}, lexicon: lexicon, kept: test.kept, score: 0.01, prose: 1}, "keep replies")
			got.assertAdds(t, test.added)
		})
	}
}
