package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamesOverPosts(t *testing.T) {
	const text = "<p>Four thin coats of varnish</p>"
	post := func(head string) string {
		return strings.Repeat("<article class=post>"+head+text+"</article>", 2)
	}
	for name, test := range map[string]struct {
		body  string
		forum bool
		kept  string
		want  string // what is kept then
	}{
		"names":               {post("<div class=username>gannet</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"a letter before":     {post("<a class=user-avatar href=/g>G</a><h4 class=username>gannet</h4>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"no forum":            {post("<div class=username>gannet</div>"), false, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"long lines":          {post("<div class=user-title>has been here for many long years</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"lines with stops":    {post("<div class=user-title>Posts: 1.200</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"of another class":    {post("<div class=rank>Monday</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"dates":               {post("<div class=username>gannet</div><div class=date>2 May 2024</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | 2 May 2024 | Four thin coats of varnish | gannet (2) | 2 May 2024 (2) | Four thin coats of varnish (2)"},
		"times":               {post("<div class=username>gannet</div><div><time>2 May, 3 pm</time></div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | 2 May, 3 pm | Four thin coats of varnish | gannet (2) | 2 May, 3 pm (2) | Four thin coats of varnish (2)"},
		"a time in a line":    {post("<div class=username>gannet</div><a>posted <time>2 May</time></a>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | posted 2 May | Four thin coats of varnish | gannet (2) | posted 2 May (2) | Four thin coats of varnish (2)"},
		"a day of the week":   {post("<div class=date>Monday</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"a long date":         {post("<div class=date>last seen here at 3 pm on the 2 of May</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"a name and a time":   {post("<div class=meta><a href=/u/gannet>gannet</a> (Gwen who writes no code at all) <time>2 May 2024</time> 4</div>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet (Gwen who writes… | Four thin coats of varnish | gannet (Gwen who writes… (2) | Four thin coats of varnish (2)"},
		"an entry of a user":  {post("<div class=username>gannet</div><dl class=profile><dd>Joined on the 2nd of May 2024</dd></dl>"), true, "Joined on the 2nd… | Four thin coats of varnish | Joined on the 2nd… (2) | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"a box of a user":     {post("<div class=username>gannet</div><div class=user-box><p>Old hand</p></div><p>Hello,</p>"), true, "Old hand | Hello, | Four thin coats of varnish | Old hand (2) | Hello, (2) | Four thin coats of varnish (2)", "gannet | Hello, | Four thin coats of varnish | gannet (2) | Hello, (2) | Four thin coats of varnish (2)"},
		"equal subjects":      {post("<div class=username>gannet</div><h3><a href=/7>Re: Tides</a></h3>"), true, "Re: Tides | Four thin coats of varnish | Re: Tides (2) | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"equal names":         {post("<h4 class=username>gannet</h4>"), true, all, "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"in a wrapper":        {"<div><p>Tides</p></div><div>" + post("<div class=username>gannet</div>") + "</div>", true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"a quotation":         {post("<div class=username>gannet</div>") + "<article class=post><div class=username>tern</div>" + text + "<blockquote><a class=username>gannet</a>" + text + "</blockquote></article>", true, "Four thin coats of varnish | Four thin coats of varnish (2) | Four thin coats of varnish (3) | Four thin coats of varnish (4)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2) | tern | Four thin coats of varnish (3) | Four thin coats of varnish (4)"},
		"a button":            {post("<button class=username>Follow</button>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"below the text":      {strings.Repeat("<article class=post>"+text+"<div class=username>gannet</div></article>", 2), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"links to profiles":   {post("<b><a href=/forum/members/gannet.html>gannet</a></b><p><a href=/forum/7.html>Tides</a></p>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"with a query":        {post("<a href='https://a.example/member.php?u=7'>gannet</a>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "gannet | Four thin coats of varnish | gannet (2) | Four thin coats of varnish (2)"},
		"more than a profile": {post("<p><a href=/members/gannet>gannet</a> likes this</p>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"host of profiles":    {post("<b><a href=https://members/tides>Tides</a></b>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"all profiles":        {post("<a href=/members/>All members</a>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"links to threads":    {post("<a href=/threads/gannet>gannet</a>"), true, "Four thin coats of varnish | Four thin coats of varnish (2)", "Four thin coats of varnish | Four thin coats of varnish (2)"},
		"posts that are left": {post("<div class=username>gannet</div>"), true, "", ""},
		"a single post":       {"<article class=post><div class=username>gannet</div>" + text + "</article>", true, "Four thin coats of varnish", "Four thin coats of varnish"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, hints: ofForum(t, test.forum), lexicon: articleLexicon(t), kept: test.kept}, "keep authors of posts")
			assert.Equal(t, test.want, got.kept)
		})
	}
}

// Posts may stand within posts.
func TestAuthorsOfNestedPosts(t *testing.T) {
	var page, texts strings.Builder
	for i := range 100 {
		fmt.Fprintf(&page, "<div class=post></div><div class=post><p class=username>tern%d</p><p>Four thin coats of varnish%d</p>", i, i)
		fmt.Fprintf(&texts, " | Four thin coats of varnish%d", i)
	}
	got := run(t, state{html: page.String(), hints: forum, kept: texts.String()[3:]}, "keep authors of posts")
	assert.Contains(t, got.added, "tern1 |")
}

// Of what stands above the text of a post only the author and the date stay.
func TestPostHeadsHoldTheAuthorAndTheDateOnly(t *testing.T) {
	post := func(author, date, text string) string {
		return "<article class=post><h4 class=username>" + author + "</h4><h5 class=user-title>Old hand</h5>" +
			"<ul class=meta><li><a href=/p><time>" + date + "</time></a></ul><ul class=tools><li><a href=/s>Share</a><li><a href=/p>#41</a></ul>" +
			"<p>" + text + "</p></article>"
	}
	page := post("gannet", "2 May 2024", "Four thin coats of varnish") + post("tern", "3 May 2024", "Two thick coats of paint")
	got := run(t, state{html: page, hints: forum, score: 0.4, kept: "Old hand | Four thin coats of varnish | Old hand (2) | Two thick coats of paint"},
		"keep authors of posts", "settle units")
	assert.Equal(t, "gannet | 2 May 2024 | Four thin coats of varnish | tern | 3 May 2024 | Two thick coats of paint", got.kept)
}

// The picture of an author above a post is left out, one that ends the post before stays.
func TestPicturesInPostHeads(t *testing.T) {
	const post = "<article class=post><div class=user><img src=/ada.png></div><h4 class=username>gannet</h4>" +
		"<div class=text><p>Four thin coats of varnish</p><p><img src=/boat.jpg></p></div></article>"
	got := run(t, state{html: strings.Repeat(post, 2), hints: forum, kept: all}, "keep authors of posts")
	assert.Equal(t, 2, strings.Count(got.markdown, "/boat.jpg"), got.markdown)
	assert.NotContains(t, got.markdown, "/ada.png")
}
