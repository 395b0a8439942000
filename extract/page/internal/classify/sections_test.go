package classify_test

import (
	"strings"
	"testing"
)

// A section beside kept ones like it is kept if it is likely.
func TestKeepSections(t *testing.T) {
	section := func(n int) string {
		return "<div class=s><h2>title</h2><p>" + words(n) + "</p></div>"
	}
	s := section(10)
	for name, test := range map[string]struct {
		body, kept, added string
		score             float32
	}{
		"between two":            {s + s + s, "title | the tide comes in… | title (3) | the tide comes in… (3)", "title (2) | the tide comes in… (2)", 0.4},
		"unlikely":               {s + s + s, "title | the tide comes in… | title (3) | the tide comes in… (3)", "", 0.3},
		"after two":              {s + s + s, "title | the tide comes in… | title (2) | the tide comes in… (2)", "title (3) | the tide comes in… (3)", 0.4},
		"before two":             {s + s + s, "title (2) | the tide comes in… (2) | title (3) | the tide comes in… (3)", "title | the tide comes in…", 0.4},
		"after one":              {s + s, "title | the tide comes in…", "", 0.4},
		"beside ones left out":   {s + s + s, "", "", 0.4},
		"short":                  {s + section(2) + s, "title | the tide comes in… | title (3) | the tide comes in… (2)", "", 0.4},
		"of another kind":        {s + strings.Replace(s, "class=s", "class=t", 1) + s, "title | the tide comes in… | title (3) | the tide comes in… (3)", "", 0.4},
		"of another element":     {s + s + "<div>" + s + "</div>", "title | the tide comes in… | title (2) | the tide comes in… (2)", "", 0.4},
		"without a heading":      {s + strings.Replace(s, "h2>", "p>", 2) + s, "title | the tide comes in… | title (3) | the tide comes in… (3)", "", 0.4},
		"kept for the most part": {s + s + s, "title | the tide comes in… | the tide comes in… (2) | title (3) | the tide comes in… (3)", "", 0.4},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: "<main>" + test.body + "</main>", score: test.score, kept: test.kept}, "keep sections")
			got.assertAdds(t, test.added)
		})
	}
}

// The last section of a manual page may be a few links.
func TestKeepSectionsOfDocumentation(t *testing.T) {
	section := func(heading, text string) string {
		return "<div class=s><h2>" + heading + "</h2><p>" + text + "</p></div>"
	}
	body := section("Name", words(10)) + section("Options", words(20)) + section("See also", "<a href=/ebb>ebb(1)</a>")
	const kept = "Name | the tide comes in… | Options | the tide comes in… (2)"
	run(t, state{html: body, score: 0.06, kept: kept, hints: manual}, "keep sections").assertAdds(t, "See also | ebb(1)")
	run(t, state{html: body, score: 0.04, kept: kept, hints: manual}, "keep sections").assertAdds(t, "")
	run(t, state{html: body, score: 0.3, kept: kept}, "keep sections").assertAdds(t, "")
}

// Sections within a section are completed before it counts, whatever the order of a map.
func TestKeepNestedSections(t *testing.T) {
	section := func(class, heading, title, rest string) string {
		return "<div class=" + class + "><" + heading + ">" + title + "</" + heading + "><p>" + title + " " + words(20) + "</p>" + rest + "</div>"
	}
	parts := func(title string) string {
		return section("i", "h3", title+" A", "") + section("i", "h3", title+" B", "") + section("i", "h3", title+" C", "")
	}
	page := "<main>" + section("o", "h2", "One", parts("One")) + section("o", "h2", "Two", parts("Two")) + section("o", "h2", "Three", parts("Three")) + "</main>"
	const third = "Three | Three the tide comes… | Three A | Three A the tide… | Three B | Three B the tide… | Three C | Three C the tide…"
	for range 20 {
		got := run(t, state{html: page, score: 0.4, kept: "One A | One A the tide… | One C | One C the tide… | " + third}, "keep sections")
		got.assertAdds(t, "One B | One B the tide… | Two | Two the tide comes… | Two A | Two A the tide… | Two B | Two B the tide… | Two C | Two C the tide…")
	}
}
