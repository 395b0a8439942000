package compact_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// words is a counter whose numbers can be seen.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }

// kettle is a page with everything around it that pages have.
const kettle = `[Skip to content](#main)

- [Home](/)
- [Shop](/shop)
- [Blog](/blog)
- [About us](/about)

We use cookies on this site. [Accept all](#) [Settings](#)

# Hearth kettle

The Hearth kettle was designed by Ida Brandt and first sold in Bergen on 3 May 2019. It boils water on any stove.

## Specifications

| Property | Value |
| --- | --- |
| Weight | 1.4 kg |
| Capacity | 1.8 l |
| Warranty | 24 months |

## Cleaning

1. Fill the kettle with water and 30 ml of vinegar.
2. Let it boil for 5 minutes.
3. Rinse it twice.

> Never clean it in a dishwasher.

## Terms

**Scale**: the white layer that hard water leaves behind.

A cookie jar is not part of the delivery, and no other vessel is either, whatever the picture on the box may show.

### Related articles

- [A day at the factory](/a) · 4 min read
- [Ten teas](/b) · 6 min read

© 2024 Hearth. All rights reserved. [Terms](/terms)
`

// shrink compacts Markdown to a summary of so many words.
func shrink(t *testing.T, md string, opts compact.Options) *compact.Result {
	t.Helper()
	opts.SummaryOnly = true
	return shrinkWhole(t, md, opts)
}

// shrinkWhole bounds all of the result.
func shrinkWhole(t *testing.T, md string, opts compact.Options) *compact.Result {
	t.Helper()
	if opts.Counter == nil {
		opts.Counter = words{}
	}
	doc := markdown.Parse(md)
	r, err := compact.Shrink(context.Background(), doc, opts)
	require.NoError(t, err)
	checkResult(t, doc, opts, r)
	return r
}

// checkResult holds a result against all that Shrink promises.
func checkResult(t require.TestingT, doc *extract.Document, opts compact.Options, r *compact.Result) {
	c := r.Compacted
	if opts.SummaryOnly {
		require.Equal(t, opts.Counter.Count(c.Summary), r.EstTokens)
	} else {
		require.Equal(t, max(opts.Counter.Count(c.Summary), opts.Counter.Count(asJSON(t, c))), r.EstTokens)
	}
	require.LessOrEqual(t, r.EstTokens, opts.MaxTokens)
	require.True(t, utf8.ValidString(c.Summary))
	rest, at := "\n"+c.Summary, 0
	for _, s := range r.Spans {
		require.GreaterOrEqual(t, s.Start, at)
		require.Less(t, s.Start, s.End)
		at = s.End
		text := strings.TrimLeftFunc(doc.Markdown[s.Start:s.End], unicode.IsSpace)
		rest = withoutMarks(rest, text)
		if h := linkedHeading.FindString(text); h == text && h != "" && !strings.HasPrefix(strings.TrimSpace(rest), text) {
			_, rest, _ = strings.Cut(strings.TrimSpace(rest), "\n") // without its links
			continue
		}
		for rest != "" && !strings.HasPrefix(rest, text) {
			if fence := fence.FindString(rest); fence != "" && !strings.HasPrefix(strings.TrimSpace(rest), text) {
				rest = rest[len(fence):]
				continue
			}
			r, size := utf8.DecodeRuneInString(rest)
			if trimNew(string(r)) != "" {
				break
			}
			rest = rest[size:]
		}
		require.True(t, strings.HasPrefix(rest, text), "the summary goes on with %.60q, not with %.60q", rest, text)
		rest = rest[len(text):]
	}
	require.Empty(t, trimNew(fence.ReplaceAllString(trimNew(withoutMarks(rest, "")), "")))
	require.NotNil(t, c.KeyPoints)
	require.NotNil(t, c.ImportantQuotes)
	require.NotNil(t, c.Omissions)
	require.NotNil(t, c.Warnings)
	for _, q := range append(c.KeyPoints[:len(c.KeyPoints):len(c.KeyPoints)], c.ImportantQuotes...) {
		checkQuote(t, doc, q)
	}
	for _, o := range c.Omissions {
		require.Positive(t, o.Tokens)
		if o.End == 0 { // the shortest form
			require.Zero(t, o.Start)
			continue
		}
		require.Contains(t, []string{"budget", "boilerplate"}, o.Reason)
		require.Less(t, o.Start, o.End)
	}
}

// fence is a line that opens or closes a part of code.
var fence = regexp.MustCompile(`^\s*(` + "```" + `|~~~)\w*(\n|$)`)

// omissionMark stands for items or rows that are left out, on a line of its own.
var omissionMark = regexp.MustCompile(`^\s*\n[> ]*(?:[-*+]|\d+[.)]|\|) …(?: \|)?(?:\n|$)`)

// withoutMarks returns what is left of a summary behind the marks that it begins with, or
// before text.
func withoutMarks(rest, text string) string {
	for {
		mark := omissionMark.FindString(rest)
		if mark == "" || text != "" && strings.HasPrefix(strings.TrimSpace(rest), text) {
			return rest
		}
		rest = "\n" + rest[len(mark):]
	}
}

// linkedHeading is a heading with a link.
var linkedHeading = regexp.MustCompile(`^#.*\]\(.*`)

// trimNew takes away what is new between the units of a summary.
func trimNew(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool { return strings.ContainsRune("…*_~>", r) || unicode.IsSpace(r) })
}

func asJSON(t require.TestingT, c compact.Compacted) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(c))
	return strings.TrimSpace(b.String())
}

func checkQuote(t require.TestingT, doc *extract.Document, q compact.Quote) {
	c := q.Citation
	require.NotEmpty(t, strings.TrimSpace(q.Text))
	require.Equal(t, doc.Markdown[c.Start:c.End], q.Text)
	require.Equal(t, q.Text, string([]rune(doc.Markdown)[c.Loc.StartChar:c.Loc.EndChar]))
	for i, b := range doc.Blocks {
		if extract.BlockID(i) == c.BlockID {
			require.GreaterOrEqual(t, c.Start, b.Start)
			require.LessOrEqual(t, c.End, b.End)
			return
		}
	}
	require.Empty(t, c.BlockID, "no such block")
}

func TestQuestionFocused(t *testing.T) {
	cases := []struct {
		question, want string
		budget         int
	}{
		{"Who designed the kettle?", "designed by Ida Brandt", 30},
		{"When was it first sold?", "on 3 May 2019", 30},
		{"How heavy is it?", "| Property | Value |\n| --- | --- |\n| Weight | 1.4 kg |", 20},
		{"How long is the warranty?", "| Warranty | 24 months |", 20},
		{"What is scale?", "**Scale**: the white layer", 20},
		{"Can I clean it in a dishwasher?", "> Never clean it in a dishwasher.", 20},
		{"How long must it boil?", "2. Let it boil for 5 minutes.", 20},
	}
	for _, c := range cases {
		t.Run(c.question, func(t *testing.T) {
			r := shrink(t, kettle, compact.Options{MaxTokens: c.budget, Question: c.question})
			assert.Contains(t, r.Compacted.Summary, c.want)
		})
	}
}

func TestQuestionInOtherLanguages(t *testing.T) {
	cases := []struct{ name, md, question, want string }{
		{"German", "Die Brücke ist blau. Der Turm wiegt 300 Tonnen. Der Fluss ist breit und ruhig.", "Wie schwer ist der Turm?", "Der Turm wiegt 300 Tonnen."},
		{"French", "Le pont est bleu. La tour fut achevée en mars 1889. La rivière est large.", "Quand la tour fut-elle achevée ?", "La tour fut achevée en mars 1889."},
		{"Chinese", "这座桥是蓝色的。塔的高度是三百米。河很宽，也很安静。", "塔的高度是多少？", "塔的高度是三百米。"},
		{"Japanese", "橋は青いです。塔は1889年に完成しました。川は広いです。", "塔はいつ完成しましたか。", "塔は1889年に完成しました。"},
		{"Russian", "Мост синий. Башню построил инженер Эйфель. Река широкая.", "Кто построил башню?", "Башню построил инженер Эйфель."},
		{"Thai", "สะพานมีสีฟ้า\n\nหอคอยสูงสามร้อยเมตร\n\nแม่น้ำกว้างมาก", "หอคอยสูงเท่าไร", "หอคอยสูงสามร้อยเมตร"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := shrink(t, c.md, compact.Options{MaxTokens: len([]rune(c.want)) + 2, Question: c.question, Counter: runes{}})
			assert.Equal(t, c.want, r.Compacted.Summary)
		})
	}
}

type runes struct{}

func (runes) Count(text string) int { return utf8.RuneCountInString(text) }

func TestStructural(t *testing.T) {
	r := shrink(t, kettle, compact.Options{MaxTokens: 1000, Mode: compact.Structural})
	for _, junk := range []string{"Skip to", "/shop", "We use cookies", "Related articles", "Ten teas", "All rights reserved"} {
		assert.NotContains(t, r.Compacted.Summary, junk)
	}
	start, end := strings.Index(kettle, "# Hearth"), strings.Index(kettle, "\n\n### Related")
	assert.Equal(t, kettle[start:end], r.Compacted.Summary)
	for _, o := range r.Compacted.Omissions {
		assert.Equal(t, "boilerplate", o.Reason)
	}
}

// A budget takes more away, by salience, but never brings junk in.
func TestStructuralWithinBudget(t *testing.T) {
	r := shrink(t, kettle, compact.Options{MaxTokens: 40, Mode: compact.Structural})
	assert.NotContains(t, r.Compacted.Summary, "cookies")
	assert.Greater(t, r.EstTokens, 20)
}

// A page of nothing but links keeps them: there is no other content.
func TestStructuralKeepsSomething(t *testing.T) {
	md := "- [One](/1)\n- [Two](/2)\n- [Three](/3)\n- [Four](/4)\n"
	r := shrink(t, md, compact.Options{MaxTokens: 100, Mode: compact.Structural})
	assert.Equal(t, strings.TrimSpace(md), r.Compacted.Summary)
}

func TestPreserve(t *testing.T) {
	cases := []struct {
		kind string
		want []string
	}{
		{"numbers", []string{"1.4 kg", "1.8 l", "24 months", "30 ml"}},
		{"dates", []string{"3 May 2019"}},
		{"names", []string{"Ida Brandt"}},
		{"definitions", []string{"**Scale**: the white layer"}},
		{"procedures", []string{"1. Fill the kettle", "2. Let it boil", "3. Rinse it twice."}},
	}
	for _, c := range cases {
		t.Run(string(c.kind), func(t *testing.T) {
			r := shrink(t, kettle, compact.Options{MaxTokens: 75, Preserve: []string{c.kind}})
			for _, w := range c.want {
				assert.Contains(t, r.Compacted.Summary, w)
			}
		})
	}
}

// German writes every noun with a capital letter, so that a single one is not taken for a name.
func TestPreserveNamesInGerman(t *testing.T) {
	md := "Der Tisch und die Lampe stehen in dem Haus an der Brücke, das ist nicht weit. Almut Teich hat das alles im letzten Jahr ganz allein und ohne jede fremde Hilfe wieder schön gemacht. Der Hund und die Katze sind mit dem Wagen auf der Straße und im Wald, und das Pferd ist auf der Wiese.\n"
	got := shrink(t, md, compact.Options{MaxTokens: 32, SummaryOnly: true, Preserve: []string{"names"}}).Compacted.Summary
	assert.Contains(t, got, "Almut Teich")
}

// A question counts for more than the facts to preserve.
func TestPreserveWithQuestion(t *testing.T) {
	r := shrink(t, kettle, compact.Options{MaxTokens: 24, Question: "Who designed the kettle?", Preserve: []string{"numbers"}})
	assert.Contains(t, r.Compacted.Summary, "designed by Ida Brandt")
}

func TestMapReduceTakesFromEveryPart(t *testing.T) {
	var md strings.Builder
	for _, name := range []string{"Alder", "Birch", "Cedar", "Maple", "Rowan"} {
		md.WriteString("## " + name + "\n\n" + strings.Repeat("The "+name+" river runs through quiet land. Some say it is old. ", 6) + "\n\n")
	}
	r := shrink(t, md.String(), compact.Options{MaxTokens: 200, Mode: compact.MapReduce, Counter: runes{}})
	assert.Empty(t, r.Compacted.Warnings)
	r = shrink(t, md.String(), compact.Options{MaxTokens: 100, Mode: compact.MapReduce})
	for _, name := range []string{"Alder", "Birch", "Cedar", "Maple", "Rowan"} {
		assert.Contains(t, r.Compacted.Summary, "The "+name+" river")
	}
}

func TestDocumentThatFitsIsKept(t *testing.T) {
	for _, mode := range []compact.Mode{compact.Salience, compact.MapReduce, ""} {
		r := shrink(t, kettle, compact.Options{MaxTokens: 1000, Mode: mode})
		assert.Equal(t, strings.TrimSpace(kettle), r.Compacted.Summary)
		assert.Empty(t, r.Compacted.Omissions)
	}
}

// Where not even one unit fits, the best one is cut, still word for word.
func TestTinyBudget(t *testing.T) {
	r := shrink(t, "One two three four five six seven eight nine ten.", compact.Options{MaxTokens: 4})
	assert.Equal(t, "One two three …", r.Compacted.Summary)
	assert.Empty(t, shrink(t, "One two three four five.", compact.Options{MaxTokens: 1}).Compacted.Summary)
}

func TestOmissionsAddUp(t *testing.T) {
	r := shrink(t, kettle, compact.Options{MaxTokens: 40, Question: "How heavy is it?"})
	sections := map[string]string{}
	for _, o := range r.Compacted.Omissions {
		sections[o.Section] += o.Reason + " "
	}
	assert.Contains(t, sections, "Hearth kettle > Cleaning")
	assert.Contains(t, sections, "")
	assert.Equal(t, "boilerplate ", sections[""])
}

func TestImportantQuotes(t *testing.T) {
	md := "The mayor spoke in June. “We will build the bridge,” she said. The river is wide. Nobody asked why."
	r := shrink(t, md, compact.Options{MaxTokens: 100})
	require.Len(t, r.Compacted.ImportantQuotes, 1)
	assert.Equal(t, "“We will build the bridge,” she said.", r.Compacted.ImportantQuotes[0].Text)
}

func TestNilAndEmpty(t *testing.T) {
	for _, doc := range []*extract.Document{nil, {}, {Markdown: " \n\n "}} {
		r, err := compact.Shrink(context.Background(), doc, compact.Options{Question: "Why?", SummaryOnly: true})
		require.NoError(t, err)
		assert.Equal(t, &compact.Result{Compacted: compact.Compacted{
			KeyPoints: []compact.Quote{}, ImportantQuotes: []compact.Quote{}, Omissions: []compact.Omission{}, Warnings: []extract.Warning{},
		}}, r)
	}
}

func TestOptions(t *testing.T) {
	cases := []struct {
		name string
		opts compact.Options
		ok   bool
	}{
		{"zero", compact.Options{}, true},
		{"negative budget", compact.Options{MaxTokens: -1}, false},
		{"question without mode", compact.Options{Question: "Why?"}, true},
		{"mode without question", compact.Options{Mode: compact.QuestionFocused, Question: "  "}, false},
		{"question in another mode", compact.Options{Mode: compact.Structural, Question: "Why?"}, true},
		{"unknown mode", compact.Options{Mode: "short"}, false},
		{"preserve", compact.Options{Preserve: []string{"numbers", "dates", "names", "definitions", "procedures"}}, true},
		{"unknown kind", compact.Options{Preserve: []string{"numbers", "places"}}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := compact.Shrink(context.Background(), markdown.Parse("One."), c.opts)
			if c.ok {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, compact.ErrOptions)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	_, err := compact.Shrink(ctx, markdown.Parse(kettle), compact.Options{})
	assert.ErrorIs(t, err, cause)
}

func TestDeterministic(t *testing.T) {
	opts := compact.Options{MaxTokens: 50, Question: "How long is the warranty of the kettle that Ida Brandt designed?"}
	first := shrink(t, kettle, opts)
	for range 5 {
		assert.Equal(t, first, shrink(t, kettle, opts))
	}
}

func FuzzShrink(f *testing.F) {
	f.Add(kettle, "How heavy is it?", 30, uint8(0))
	f.Add("| a |\n|---|\n| 1 |\n| 2 |\n", "a", 5, uint8(1))
	f.Add("> “q” 3 May 2019\n>\n> - 12 kg\n\n```\nx\n```", "", 9, uint8(2))
	f.Add("中文。日本語 ไทย [a](b) © ` ** 1999-01-02 € 5", "多少", 6, uint8(3))
	f.Add("*Ada a. She **b c\\\nd.* It e** (f, g). [h](i \"j. K\") ~~l. M~~ nine days", "when", 12, uint8(255))
	modes := []compact.Mode{compact.Structural, compact.Salience, compact.MapReduce, compact.QuestionFocused}
	kinds := []string{"numbers", "dates", "names", "definitions", "procedures"}
	f.Fuzz(func(t *testing.T, md, question string, budget int, pick uint8) {
		doc := markdown.Parse(md)
		opts := compact.Options{MaxTokens: 1 + int(uint(budget)%200), Mode: modes[pick%4], Question: question + "?", Counter: runes{}}
		if pick >= 128 {
			opts.Preserve = kinds[:pick%6]
		}
		for _, only := range []bool{true, false} {
			if opts.SummaryOnly = only; !only {
				opts.MaxTokens += 400 // the form of the whole
			}
			r, err := compact.Shrink(context.Background(), doc, opts)
			require.NoError(t, err)
			checkResult(t, doc, opts, r)
		}
	})
}

func BenchmarkShrink(b *testing.B) {
	md := strings.Repeat(kettle, 200)
	doc := markdown.Parse(md)
	for _, mode := range []compact.Mode{compact.Structural, compact.Salience, compact.MapReduce, compact.QuestionFocused} {
		b.Run(string(mode), func(b *testing.B) {
			b.SetBytes(int64(len(md)))
			for b.Loop() {
				_, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: 2000, Mode: mode, Question: "How heavy is it?"})
				require.NoError(b, err)
			}
		})
	}
}
