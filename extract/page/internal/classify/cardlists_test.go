package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSettleCardLists(t *testing.T) {
	card := "<li><h3>Pier</h3><p>Open all day</p><button>Buy</button>"
	three := "<ul>" + strings.Repeat(card, 3) + "</ul>"
	for name, test := range map[string]struct {
		body, kept, want string
		score            float32
	}{
		"most are kept":         {three, "Pier | Open all day | Pier (2) | Open all day (2)", "Pier | Open all day | Pier (2) | Open all day (2) | Pier (3) | Open all day (3)", 0.05},
		"fewer are kept":        {"<ol>" + strings.Repeat(card, 3) + "</ol>", "Pier (2) | Open all day (2)", "", 0.4},
		"half are kept":         {"<ul>" + strings.Repeat(card, 4) + "</ul>", "Pier | Open all day | Pier (2) | Open all day (2)", "Pier | Open all day | Pier (2) | Open all day (2) | Pier (3) | Open all day (3) | Pier (4) | Open all day (4)", 0.05},
		"unlikely":              {three, "Pier | Open all day | Pier (2) | Open all day (2)", "Pier | Open all day | Pier (2) | Open all day (2) | Pier (3) | Open all day (3) | Buy (3)", 0.04},
		"unlikely, no heading":  {"<ul>" + strings.Repeat(card, 2) + "<li><p>Closed<p>in winter</ul>", "Pier | Open all day | Pier (2) | Open all day (2)", "Pier | Open all day | Pier (2) | Open all day (2) | Closed | in winter", 0.04},
		"a heading alone":       {three, "Pier | Open all day | Pier (2) | Open all day (2) | Pier (3)", "Pier | Open all day | Pier (2) | Open all day (2) | Pier (3) | Open all day (3)", 0.05},
		"headings alone":        {three, "Pier | Pier (2)", "Pier | Pier (2) | Pier (3) | Open all day (3)", 0.05},
		"cards of headings":     {"<ul><li><h3>Ebb</h3><li><h3>Flood</h3><li><h3>Slack</h3></ul>", "Ebb | Flood", "Ebb | Flood | Slack", 0.05},
		"two cards":             {"<ul>" + strings.Repeat(card, 2) + "</ul>", "Pier | Open all day", "Pier | Open all day", 0.4},
		"none":                  {three, "", "", 0.4},
		"all":                   {three, "Pier | Open all day | Pier (2) | Pier (3)", "Pier | Open all day | Pier (2) | Pier (3)", 0.4},
		"a menu":                {"<nav>" + three + "</nav>", "Pier | Open all day", "", 0.4},
		"a list that is a unit": {"<ul><li>Ebb<li>Flood<li>Slack</ul>", "Ebb | Flood", "Ebb | Flood", 0.4},
		"a list in a card":      {"<ul>" + strings.Repeat(card, 2) + "<li><h3>Ebb</h3><ul><li><h4>Flood</h4><li><h4>Slack</h4><li><h4>Banks</h4></ul></ul>", "Pier | Open all day | Pier (2) | Open all day (2)", "Pier | Open all day | Pier (2) | Open all day (2) | Ebb | Flood | Slack | Banks", 0.4},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score, kept: test.kept}, "settle lists of cards")
			assert.Equal(t, test.want, got.kept)
		})
	}
}
