package classify_test

import "testing"

// A line right below kept text is kept, whatever it scores, if it shows the address of its link.
func TestKeepAddresses(t *testing.T) {
	const address = "https://boats.example/manual/"
	link := "<a href=" + address + ">" + address + "</a>"
	text := "<main><p>" + words(20) + "</p>"
	for name, test := range map[string]struct{ body, added string }{
		"a line":                      {text + "<p>" + link, address},
		"with a sign before it":       {text + "<div>→ " + link + "</div>", "→ " + address},
		"with a label":                {text + "<p>See also: " + link, "See also: " + address},
		"inside of the paragraph":     {"<main><div>" + words(20) + "<div>→ " + link + "</div></div>", "→ " + address},
		"several":                     {text + "<ul><li>" + link + "<li>" + link + "</ul>", address + " | " + address + " (2)"},
		"without scheme and slash":    {text + "<p><a href=" + address + ">boats.example/manual</a>", "boats.example/manual"},
		"with a port":                 {text + "<p><a href=http://boats.example:8080/a>boats.example:8080/a</a>", "boats.example:8080/a"},
		"of mail":                     {text + "<p><a href=mailto:harbour@boats.example>harbour@boats.example</a>", "harbour@boats.example"},
		"of a paper":                  {text + "<p>doi: <a href=https://doi.org/10.1000/182>10.1000/182</a>", "doi: 10.1000/182"},
		"of another page":             {text + "<p><a href=https://rival.example/>" + address + "</a>", ""},
		"a title":                     {text + "<p><a href=" + address + ">Manual of boats</a>", ""},
		"text behind it":              {text + "<p>Retrieved from \"" + link + "\"", ""},
		"among other words":           {text + "<p>All that was ever written of it: " + link, ""},
		"a menu":                      {text + "<nav>" + link + "</nav>", ""},
		"sharing":                     {text + "<div class=share-buttons>" + link + "</div>", ""},
		"below what is left out":      {text + "<p>Other</p><p>" + link, ""},
		"far from the text before it": {"<main><div><div><div><div><p>" + words(20) + "</p></div></div></div></div></main><footer>" + link, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, kept: "the tide comes in…"}, "keep addresses").assertAdds(t, test.added)
		})
	}
}
