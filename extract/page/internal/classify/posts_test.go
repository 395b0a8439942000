package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

const (
	threadHead = `<div class=head><a href="user?id=ada">ada</a> <a href="item?id=1">3 hours ago</a></div>`
	threadText = `<div class=text>the tide clock runs for ten years on one cell</div>`
	threadPost = "<div class=post>" + threadHead + threadText + "<div><a href=/reply>reply</a></div></div>"
)

func TestPostsOfAThread(t *testing.T) {
	short := "<div class=post>" + threadHead + "<div class=text>Thanks!</div></div>"
	article := "<p>" + words(400) + "</p>"
	for name, test := range map[string]struct {
		body, added string
		score       float32
	}{
		"heads and texts":      {strings.Repeat(threadPost, 3), "ada 3 hours ago | the tide clock runs… | ada 3 hours ago (2) | the tide clock runs… (2) | ada 3 hours ago (3) | the tide clock runs… (3)", 0.2},
		"unlikely texts":       {strings.Repeat(threadPost, 3), "", 0.1},
		"two posts":            {strings.Repeat(threadPost, 2), "", 0.4},
		"a short one":          {strings.Repeat(threadPost, 3) + short, "ada 3 hours ago | the tide clock runs… | ada 3 hours ago (2) | the tide clock runs… (2) | ada 3 hours ago (3) | the tide clock runs… (3) | ada 3 hours ago (4) | Thanks!", 0.2},
		"below an article":     {article + strings.Repeat(threadPost, 40), "", 0.45},
		"beside more text":     {strings.Repeat(threadPost, 3) + strings.Repeat(article, 2), "", 0.2},
		"nobody wrote them":    {strings.ReplaceAll(strings.Repeat(threadPost, 3), "user?id=ada", "/topics/ada"), "", 0.4},
		"at an unknown time":   {strings.ReplaceAll(strings.Repeat(threadPost, 3), "3 hours ago", "link"), "", 0.4},
		"answers within posts": {"<div class=post>" + threadHead + threadText + "<div>" + threadPost + threadPost + "</div></div>", "ada 3 hours ago | the tide clock runs… | ada 3 hours ago (2) | the tide clock runs… (2) | ada 3 hours ago (3) | the tide clock runs… (3)", 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score}, "keep posts")
			got.assertAdds(t, test.added)
		})
	}
}

// The text that began a thread, the link to what it is about and the line that says who
// began it stand above the posts.
func TestOpeningOfAThread(t *testing.T) {
	page := "<title>A tide clock for ten years</title><div><a href=/>Home</a></div><div><a href=https://tides.example/>A tide clock for ten years</a></div>" +
		`<div>214 points by <a href="user?id=bo">bo</a> 6 hours ago</div><div>I built this clock over the winter.</div>` + strings.Repeat(threadPost, 3)
	got := run(t, state{html: page, hints: features.Hints{Title: "A tide clock for ten years"}, score: 0.3}, "keep posts")
	got.assertAdds(t, "A tide clock for… | 214 points by bo… | I built this clock… | ada 3 hours ago | the tide clock runs… | "+
		"ada 3 hours ago (2) | the tide clock runs… (2) | ada 3 hours ago (3) | the tide clock runs… (3)")
}
