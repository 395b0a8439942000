package classify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"golang.org/x/net/html/atom"
)

func TestAuthorsKeepsTheNamesOverPosts(t *testing.T) {
	const text = "<p>Four thin coats of varnish</p>"
	post := func(head string) string {
		return strings.Repeat("<article class=post>"+head+text+"</article>", 2)
	}
	for name, test := range map[string]struct {
		body  string
		forum bool
		kept  string // x for each block that is kept before
		want  string
	}{
		"names":               {post("<div class=username>gannet</div>"), true, ".x.x", "xxxx"},
		"a letter before":     {post("<a class=user-avatar href=/g>G</a><h4 class=username>gannet</h4>"), true, "..x..x", ".xx.xx"},
		"no forum":            {post("<div class=username>gannet</div>"), false, ".x.x", ".x.x"},
		"long lines":          {post("<div class=user-title>has been here for many long years</div>"), true, ".x.x", ".x.x"},
		"lines with stops":    {post("<div class=user-title>Posts: 1.200</div>"), true, ".x.x", ".x.x"},
		"of another class":    {post("<div class=rank>Monday</div>"), true, ".x.x", ".x.x"},
		"dates":               {post("<div class=username>gannet</div><div class=date>2 May 2024</div>"), true, "..x..x", "xxxxxx"},
		"times":               {post("<div class=username>gannet</div><div><time>2 May, 3 pm</time></div>"), true, "..x..x", "xxxxxx"},
		"a time in a line":    {post("<div class=username>gannet</div><a>posted <time>2 May</time></a>"), true, "..x..x", "xxxxxx"},
		"a day of the week":   {post("<div class=date>Monday</div>"), true, ".x.x", ".x.x"},
		"a long date":         {post("<div class=date>last seen here at 3 pm on the 2 of May</div>"), true, ".x.x", ".x.x"},
		"a name and a time":   {post("<div class=meta><a href=/u/gannet>gannet</a> (Gwen who writes no code at all) <time>2 May 2024</time> 4</div>"), true, ".x.x", "xxxx"},
		"an entry of a user":  {post("<div class=username>gannet</div><dl class=profile><dd>Joined on the 2nd of May 2024</dd></dl>"), true, ".xx.xx", "x.xx.x"},
		"a box of a user":     {post("<div class=username>gannet</div><div class=user-box><p>Old hand</p></div><p>Hello,</p>"), true, ".xxx.xxx", "x.xxx.xx"},
		"equal subjects":      {post("<div class=username>gannet</div><h3><a href=/7>Re: Tides</a></h3>"), true, ".xx.xx", "x.xx.x"},
		"equal names":         {post("<h4 class=username>gannet</h4>"), true, "xxxx", "xxxx"},
		"in a wrapper":        {"<div><p>Tides</p></div><div>" + post("<div class=username>gannet</div>") + "</div>", true, "..x.x", ".xxxx"},
		"a quotation":         {post("<div class=username>gannet</div>") + "<article class=post><div class=username>tern</div>" + text + "<blockquote><a class=username>gannet</a>" + text + "</blockquote></article>", true, ".x.x.x.x", "xxxxxx.x"},
		"a button":            {post("<button class=username>Follow</button>"), true, ".x.x", ".x.x"},
		"below the text":      {strings.Repeat("<article class=post>"+text+"<div class=username>gannet</div></article>", 2), true, "x.x.", "x.x."},
		"links to profiles":   {post("<b><a href=/forum/members/gannet.html>gannet</a></b><p><a href=/forum/7.html>Tides</a></p>"), true, "..x..x", "x.xx.x"},
		"with a query":        {post("<a href='https://a.example/member.php?u=7'>gannet</a>"), true, ".x.x", "xxxx"},
		"all profiles":        {post("<a href=/members/>All members</a>"), true, ".x.x", ".x.x"},
		"links to threads":    {post("<a href=/threads/gannet>gannet</a>"), true, ".x.x", ".x.x"},
		"posts that are left": {post("<div class=username>gannet</div>"), true, "....", "...."},
		"a single post":       {"<article class=post><div class=username>gannet</div>" + text + "</article>", true, ".x", ".x"},
	} {
		t.Run(name, func(t *testing.T) {
			hints, lexicon := typed(t, 1, 0)
			r := begunAs(t, test.body, hints, lexicon)
			if test.forum {
				r.hints.Schema = features.SchemaForum
			}
			require.Len(t, r.page.Blocks, len(test.kept))
			kept := make([]bool, len(test.kept))
			for i := range kept {
				kept[i] = test.kept[i] == 'x'
			}
			r.of(nil, kept).keepPostAuthors()
			assert.Equal(t, test.want, marked(kept))
		})
	}
}

// Work is linear in the page, however deep posts are nested.
func TestAuthorsOfNestedPosts(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "<div class=post></div><div class=post><p class=username>tern%d</p><p>one two three four five</p>", i)
	}
	r := begun(t, b.String())
	r.hints.Schema = features.SchemaForum
	kept := make([]bool, len(r.page.Blocks))
	for i := range kept {
		kept[i] = i%2 == 1
	}
	r.of(nil, kept).keepPostAuthors()
	assert.True(t, kept[0])
}

// Of what stands above the text of a post only the author and the date stay.
func TestPostHeadsHoldTheAuthorAndTheDateOnly(t *testing.T) {
	const post = "<article class=post><h4 class=username>gannet</h4><h5 class=user-title>Old hand</h5>" +
		"<ul class=meta><li><a href=/p><time>2 May 2024</time></a></ul><ul class=tools><li><a href=/s>Share</a><li><a href=/p>#41</a></ul>" +
		"<p>Four thin coats of varnish</p></article>"
	hints, lexicon := typed(t, 1, 0)
	hints.Schema = features.SchemaForum
	s := begunAs(t, strings.Repeat(post, 2), hints, lexicon)
	for i := range s.kept {
		s.scores[i], s.kept[i] = 0.4, s.page.Blocks[i].Words >= minPostWords || i%6 == 1
	}
	s.findUnits()
	s.keepPostAuthors()
	s.settleUnits()
	s.keepHeadings()
	want := []bool{true, false, true, false, false, true}
	assert.Equal(t, append(want, want...), s.kept)
}

// The picture of an author above a post is left out, one that ends the post before stays.
func TestPicturesInPostHeads(t *testing.T) {
	const post = "<article class=post><div class=user><img src=/ada.png></div><h4 class=username>gannet</h4>" +
		"<div class=text><p>Four thin coats of varnish</p><p><img src=/boat.jpg></p></div></article>"
	hints, lexicon := typed(t, 1, 0)
	hints.Schema = features.SchemaForum
	s := begunAs(t, strings.Repeat(post, 2), hints, lexicon)
	for i := range s.kept {
		s.kept[i] = true
	}
	s.keepPostAuthors()
	s.skipBlocks()
	var skipped, left int
	for e, el := range s.page.Elements {
		if el.Atom != atom.Div && el.Atom != atom.P || el.First < el.End {
			continue
		}
		assert.Equal(t, el.Atom == atom.Div, s.page.Skip[el.Index], "element %d", e)
		if s.page.Skip[el.Index] {
			skipped++
		} else {
			left++
		}
	}
	assert.Equal(t, 2, skipped)
	assert.Equal(t, 2, left)
}
