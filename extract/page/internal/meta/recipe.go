package meta

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Recipe has the ingredients and the steps that a page states in JSON-LD or microdata (Recipe and HowTo of
// https://schema.org), each a line of text without markup.
type Recipe struct {
	Ingredients, Steps []string // of JSON-LD
	marked             []string // both, by the microdata of elements, which may be hidden
}

// stepKeys are the properties that hold steps, and sections of steps.
var stepKeys = [...]string{"recipeInstructions", "step", "steps"}

func (r *reader) recipe() (out Recipe) {
	for _, n := range r.page.Head.Props {
		if p := htmltree.Attr(n, "itemprop"); p == "recipeIngredient" || p == "ingredients" || p == "recipeInstructions" {
			out.marked = appendLines(out.marked, itemValue(n))
		}
	}
	for _, t := range r.linked.works {
		if kind := t.get("@type"); kind == "HowToStep" || kind == "HowToDirection" { // of a list or a graph
			out.Steps = appendLines(out.Steps, t)
			continue
		}
		for _, key := range [...]string{"recipeIngredient", "ingredients", "supply", "tool"} {
			out.Ingredients = appendLines(out.Ingredients, t[key])
		}
		for _, key := range stepKeys {
			out.Steps = appendLines(out.Steps, t[key])
		}
	}
	return out
}

// appendLines appends the lines of a text, of each text of a list, or of what a step or a section says or is called, and of the steps in it.
func appendLines(lines []string, value any) []string {
	switch v := value.(type) {
	case string:
		for line := range strings.Lines(htmlfrag.Text(html.UnescapeString(v))) {
			if line = fold(line); line != "" {
				lines = append(lines, strings.TrimPrefix(line, "- "))
			}
		}
	case []any:
		for _, one := range v {
			lines = appendLines(lines, one)
		}
	case thing:
		before := len(lines)
		if lines = appendLines(lines, v["text"]); len(lines) == before {
			lines = appendLines(lines, v["name"])
		}
		return appendLines(appendLines(lines, v["itemListElement"]), v["item"])
	}
	return lines
}

// Lines returns the set of the lines by what [LettersOnly] leaves of them.
func (r *Recipe) Lines() map[string]bool {
	set := map[string]bool{}
	for _, line := range slices.Concat(r.Ingredients, r.Steps, r.marked) {
		set[LettersOnly(line)] = true
	}
	delete(set, "")
	return set
}

// LettersOnly returns the letters of a text in lower case. Amounts are written in many ways: "0.5 cup", "½ cup".
func LettersOnly(text string) string { return lowered(text, unicode.IsLetter) }

// HTML returns the recipe of JSON-LD as a list of ingredients and one of steps, "" for none.
func (r *Recipe) HTML() string {
	var b strings.Builder
	list := func(tag string, items []string) {
		if len(items) == 0 {
			return
		}
		b.WriteString("<" + tag + ">")
		for _, item := range items {
			b.WriteString("<li>" + html.EscapeString(item) + "</li>")
		}
		b.WriteString("</" + tag + ">")
	}
	list("ul", r.Ingredients)
	list("ol", r.Steps)
	return b.String()
}
