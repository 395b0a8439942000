package compact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

const article = "The tide in the bay turns twice a day, and the boats that lie on the mud wait for it without a word.\n\nAt noon the first of them floats, and by one o'clock the whole harbour is awake and full of voices."

// TestBoilerplate has a page with one block that is not content before, after
// or within it.
func TestBoilerplate(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"menu", "- [Home](/)\n- [News](/news)\n- [Contact](/contact)\n", ""},
		{"path of links", "[Home](/) › [Bays](/bays) › [Tides](/tides)\n", ""},
		{"link to the content", "[Skip to main content](#main)\n", ""},
		{"cookies", "We use cookies to make this site better. [Accept all](#) [Reject](#)\n", ""},
		{"cookies in German", "Diese Website verwendet Cookies. [Cookies akzeptieren](#)\n", ""},
		{"cookies in French", "Ce site utilise des cookies. [Accepter](#)\n", ""},
		{"cookies in Spanish", "Este sitio utiliza cookies. [Aceptar](#)\n", ""},
		{"rights", "", "© 2024 Shore Paper. All rights reserved.\n"},
		{"rights in German", "", "Alle Rechte vorbehalten. [Impressum](/i)\n"},
		{"rights in Chinese", "", "版权所有 2024\n"},
		{"related pages", "", "## Related articles\n\n- [Moon and sea](/moon)\n- [Mud](/mud)\n- [Boats](/boats)\n"},
		{"related pages in German", "", "## Ähnliche Artikel\n\n- [Mond und Meer](/mond)\n- [Schlick](/schlick)\n"},
		{"most read", "", "## Most read\n\n1. [Moon and sea](/moon)\n2. [Mud](/mud)\n3. [Boats](/boats)\n"},
		{"sharing", "", "Share this article: [X](#) [Mail](#)\n"},
		{"letter", "", "Subscribe to our newsletter. [Sign up now](/letter)\n"},
		{"advertisement", "", "Advertisement\n"},
		{"comments", "", "Comments are closed.\n"},
		{"vote", "", "Was this article helpful? [Yes](#) [No](#)\n"},
		{"teasers", "", "- [Moon and sea](/moon) · 4 min read\n- [Mud](/mud) · 6 min read\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := shrink(t, c.before+"\n# Tides\n\n"+article+"\n\n"+c.after, compact.Options{MaxTokens: 1000, Mode: compact.Structural})
			assert.Equal(t, "# Tides\n\n"+article, r.Compacted.Summary)
			for _, o := range r.Compacted.Omissions {
				assert.Equal(t, "boilerplate", o.Reason)
			}
			assert.NotEmpty(t, r.Compacted.Omissions)
		})
	}
}

// TestContentThatLooksLikeBoilerplate stays.
func TestContentThatLooksLikeBoilerplate(t *testing.T) {
	for name, block := range map[string]string{
		"recipe":               "Bake the cookies for ten minutes, then accept that they will be soft.",
		"list of links":        "The bay has these ports:\n\n- [Delft](/delft), where the river is wide and slow\n- [Gouda](/gouda), which is known for its cheese and pipes\n- [Hoorn](/hoorn), from which the ships sailed around the cape",
		"sentence with a link": "The [tables](/t) are printed in spring, and the office that prints them sells them for a small sum.",
		"code":                 "```\n[Home](/) › [Bays](/bays)\n```",
		"table":                "| Port | Link |\n| --- | --- |\n| Delft | [map](/d) |\n| Gouda | [map](/g) |",
		"short paragraph":      "It was noon.",
		"definition":           "**Copyright**: the right to copy, which the author has until seventy years after death.",
		"comment in the story": "He left a comment about the tide on the wall of the harbour office, and nobody ever answered it.",
		"heading on sharing":   "## Sharing a berth\n\nTwo boats may share a berth if both are short, and if the harbour master says so.",
	} {
		t.Run(name, func(t *testing.T) {
			md := "# Tides\n\n" + article + "\n\n" + block + "\n\n" + article
			r := shrink(t, md, compact.Options{MaxTokens: 1000, Mode: compact.Structural})
			assert.Equal(t, md, r.Compacted.Summary)
			assert.Empty(t, r.Compacted.Omissions)
		})
	}
}

// TestJunkIsLast: it is kept only for a question that is about it.
func TestJunkIsLast(t *testing.T) {
	md := "# Tides\n\n" + strings.Repeat(article+"\n\n", 4) + "© 2024 Shore Paper, Harbour Street 5. All rights reserved.\n"
	for _, mode := range []compact.Mode{compact.Salience, compact.MapReduce, compact.Structural} {
		assert.NotContains(t, shrink(t, md, compact.Options{MaxTokens: 60, Mode: mode}).Compacted.Summary, "©", mode)
	}
	r := shrink(t, md, compact.Options{MaxTokens: 60, Question: "Who has the rights of the Shore Paper?"})
	assert.Contains(t, r.Compacted.Summary, "© 2024 Shore Paper")
}

func TestSectionsOfOmissions(t *testing.T) {
	md := "# Sea\n\n" + article + "\n\n## Shore\n\n" + article + "\n\n### Sand\n\n" + article + "\n\n## Surf\n\n" + article + "\n"
	r := shrink(t, md, compact.Options{MaxTokens: 25, Question: "What floats at noon?"})
	tokens := map[string]int{}
	for _, o := range r.Compacted.Omissions {
		tokens[o.Section] += o.Tokens
		assert.Equal(t, "budget", o.Reason)
		assert.Positive(t, o.Units)
	}
	for _, section := range []string{"Sea", "Sea > Shore", "Sea > Shore > Sand", "Sea > Surf"} {
		assert.Contains(t, tokens, section)
	}
	whole := words{}.Count(md)
	sum := 0
	for _, n := range tokens {
		sum += n
	}
	assert.InDelta(t, whole-r.EstTokens, sum, .2*float64(whole), "what is left out and what is kept make the whole")
}
