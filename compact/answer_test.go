package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// sheet has facts of every kind about one thing, each in a sentence of its own
// that repeats none of the words a question would use.
const sheet = `The Tern was laid down by Ida Brandt. It was launched on 3 May 2019. It displaces 13 tons. It measures 12.5 m from end to end. It makes 14 knots. The purchase took 90,000 euros. The tank holds 300 litres. It carries a crew of four people. The refit lasted 6 weeks. It lies in Bergen. It leaks because the planks are dry. The keel takes 40 % of it.`

// TestKindOfAnswer asks for facts by their kind alone: the words of the
// question are not in the sentence that answers it.
func TestKindOfAnswer(t *testing.T) {
	for question, want := range map[string]string{
		"How heavy is it?":             "13 tons",
		"How fast is it?":              "14 knots",
		"What is its length?":          "12.5 m",
		"What did it cost?":            "90,000 euros",
		"What is its capacity?":        "300 litres",
		"When did it first swim?":      "3 May 2019",
		"What percentage is the keel?": "40 %",
		"Why does it leak?":            "because the planks are dry",
		"Wie schwer ist es?":           "13 tons",
		"Combien de temps ?":           "6 weeks",
	} {
		r := shrink(t, sheet, compact.Options{MaxTokens: 12, Question: question})
		assert.Contains(t, r.Compacted.Summary, want, question)
	}
}

// TestAnswerInItsPlace finds answers in each kind of block.
func TestAnswerInItsPlace(t *testing.T) {
	filler := strings.Repeat("Nothing is said here of any use at all. ", 12) + "\n\n"
	for name, c := range map[string]struct{ block, question, want string }{
		"row":           {"| Tide | Hour |\n| --- | --- |\n| low | 6:40 |\n| high | 12:50 |", "When is the high tide?", "| high | 12:50 |"},
		"item":          {"- Moor at the north pier\n- Pay at the office", "Where do I pay?", "- Pay at the office"},
		"step":          {"1. Ring the bell\n2. Wait for the lamp", "What comes after the bell? The lamp?", "2. Wait for the lamp"},
		"quote":         {"> The lamp is lit at dusk.", "When is the lamp lit?", "> The lamp is lit at dusk."},
		"code":          {"```\nlamp --light dusk\n```", "What is the command for the lamp light?", "lamp --light dusk"},
		"definition":    {"**Lamp**: a light for boats.", "What is a lamp?", "**Lamp**: a light for boats."},
		"heading above": {"## Opening hours of the lamp house\n\nFrom nine to five.", "What are the opening hours of the lamp house?", "From nine to five."},
		"link":          {"See [the lamp rules](https://shore.example/lamp).", "Where are the lamp rules?", "[the lamp rules](https://shore.example/lamp)"},
	} {
		t.Run(name, func(t *testing.T) {
			r := shrink(t, filler+c.block+"\n\n"+filler, compact.Options{MaxTokens: 24, Question: c.question})
			assert.Contains(t, r.Compacted.Summary, c.want)
		})
	}
}

// TestQuestionsWithoutWords still give something.
func TestQuestionsWithoutWords(t *testing.T) {
	for _, question := range []string{"?", "what is it?", "…", "\x00", "xyzzy plugh", strings.Repeat("who ", 2000), "[[[", "漢"} {
		r := shrink(t, kettle, compact.Options{MaxTokens: 30, Question: question})
		assert.NotEmpty(t, r.Compacted.Summary, question)
	}
}

// TestInflectedWords match their other forms.
func TestInflectedWords(t *testing.T) {
	for _, c := range []struct{ text, question string }{
		{"The engineers repaired the pumps.", "Which engineer repairs a pump?"},
		{"Straßen werden im Sommer gesperrt.", "Welche Strasse oder Straße?"},
		{"Les écoles ferment à midi.", "Quelle ecole?"},
	} {
		md := "Boats lie in the mud all day long. " + c.text + " Gulls cry on the roofs of the town."
		r := shrink(t, md, compact.Options{MaxTokens: 7, Question: c.question})
		assert.Equal(t, c.text, r.Compacted.Summary, c.question)
	}
}

func TestKeyPointsAndQuotes(t *testing.T) {
	md := "# Sea\n\n“We saw it first,” said Ida Brandt. The mayor said: \"No boat sails today.\" Er sagte: „Das Wasser kommt.“ Il a dit « la mer monte ». 他说：“潮水来了，大家快跑。”\n\n```\n\"not a quotation\"\n```\n\nThe pier is 90 m long."
	r := shrink(t, md, compact.Options{MaxTokens: 200})
	var quoted []string
	for _, q := range r.Compacted.ImportantQuotes {
		quoted = append(quoted, q.Text)
	}
	all := strings.Join(quoted, "\n")
	for _, want := range []string{"We saw it first", "No boat sails today", "Das Wasser kommt", "la mer monte", "潮水来了"} {
		assert.Contains(t, all, want)
	}
	assert.NotContains(t, all, "not a quotation")
	assert.NotContains(t, all, "90 m")
	for _, q := range r.Compacted.KeyPoints {
		assert.NotContains(t, q.Text, "# Sea", "headings are no points")
	}
}

// TestPointsAreBounded however long the document.
func TestPointsAreBounded(t *testing.T) {
	md := ""
	for i := range 200 {
		md += fmt.Sprintf("“The tide turned at %d,” she said. It was late on day %d. ", i, i)
	}
	r := shrink(t, md, compact.Options{MaxTokens: 500})
	assert.Len(t, r.Compacted.KeyPoints, 8)
	assert.Len(t, r.Compacted.ImportantQuotes, 5)
}

// TestCitationsCountCodePoints where bytes and code points differ.
func TestCitationsCountCodePoints(t *testing.T) {
	md := "Größe 47 zählt in Köln. Ähre 12 fällt im Süden.\n\n🚤🚤 Bo Reed's boat is 9 m long.\n"
	r := shrink(t, md, compact.Options{MaxTokens: 5})
	require.Len(t, r.Compacted.KeyPoints, 2)
	shifted := 0
	for _, q := range r.Compacted.KeyPoints {
		if q.Citation.Start > 0 {
			shifted++
			assert.Less(t, q.Citation.Loc.StartChar, q.Citation.Start)
		}
		assert.Equal(t, q.Text, string([]rune(md)[q.Citation.Loc.StartChar:q.Citation.Loc.EndChar]))
	}
	assert.Positive(t, shifted)
}
