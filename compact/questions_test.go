package compact_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// askedDocument is a document with questions about it, see testdata/README.md.
type askedDocument struct {
	ID        string `json:"id"`
	Lang      string `json:"lang"`
	Kind      string `json:"kind"`
	Markdown  string `json:"markdown"`
	Questions []struct {
		Q        string `json:"q"`
		Answer   string `json:"answer"`
		Sentence string `json:"sentence"`
	} `json:"questions"`
}

// half is "A" or "B" by a hash of the document's name. Only questions of half A
// were looked at while the code was written; half B estimates how well it does
// elsewhere.
func (d askedDocument) half() string {
	h := fnv.New32a()
	h.Write([]byte(d.ID))
	return []string{"A", "B"}[h.Sum32()&1]
}

func askedDocuments(t *testing.T, name string) []askedDocument {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	require.NoError(t, err)
	defer file.Close()
	plain, err := gzip.NewReader(file)
	require.NoError(t, err)
	var out []askedDocument
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var d askedDocument
		require.NoError(t, json.Unmarshal(lines.Bytes(), &d))
		out = append(out, d)
	}
	require.NoError(t, lines.Err())
	return out
}

// misses is set to list the questions of half A whose answer is not kept.
var misses = flag.Bool("misses", false, "list the questions of half A whose answer is not kept")

// The answers of questions that were written without knowledge of the code, or
// without a look at the answer's words, are kept with most of the sentence, item or
// row that they stand in. The shares are by the budget in percent of the document.
func TestAnswersAreKept(t *testing.T) {
	for _, c := range []struct {
		name  string
		least map[int]float64
	}{
		{"questions.jsonl.gz", map[int]float64{3: .27, 10: .54, 25: .74}},
		{"documentation.jsonl.gz", map[int]float64{3: .79, 10: .93, 25: .97}},
		{"sqlite.jsonl.gz", map[int]float64{3: .5, 10: .8, 25: .9}},
		{"unspaced.jsonl.gz", map[int]float64{10: .84, 25: .94}},
	} {
		t.Run(c.name, func(t *testing.T) {
			count, docs := exact(t), askedDocuments(t, c.name)
			for percent, least := range c.least {
				kept, report := shareKept(t, docs, percent, count)
				t.Log(report)
				assert.GreaterOrEqual(t, kept, least, report)
			}
		})
	}
}

// shareKept returns the share of answers that are kept in so many percent of the
// tokens, and a report by half and language.
func shareKept(t *testing.T, docs []askedDocument, percent int, count chunk.Counter) (float64, string) {
	t.Helper()
	asked, kept := map[string]int{}, map[string]int{}
	for _, d := range docs {
		doc, total := markdown.Parse(d.Markdown), count.Count(d.Markdown)
		for _, q := range d.Questions {
			ok := keepsAnswer(t, doc, total*percent/100, count, q.Q, q.Answer, q.Sentence)
			if !ok && *misses && d.half() == "A" {
				fmt.Printf("%d%%: %s\n\t%s\n\t%s\n\t%s\n", percent, d.ID, q.Q, q.Answer, q.Sentence)
			}
			for _, key := range []string{"all", d.Lang, d.half()} {
				asked[key]++
				if ok {
					kept[key]++
				}
			}
		}
	}
	report := fmt.Sprintf("answers kept at %d %%:", percent)
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		report += fmt.Sprintf(" %s %.3f", key, float64(kept[key])/float64(asked[key]))
	}
	return float64(kept["all"]) / float64(asked["all"]), report
}

// keepsAnswer reports whether the summary for a question has the answer and at
// least .6 of the sequences of three words of its sentence.
func keepsAnswer(t *testing.T, doc *extract.Document, budget int, count chunk.Counter, question, answer, sentence string) bool {
	t.Helper()
	r, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: max(budget, 8), SummaryOnly: true, Question: question, Counter: count})
	require.NoError(t, err)
	kept := plainWords(r.Compacted.Summary)
	if !strings.Contains(kept, plainWords(answer)) {
		return false
	}
	words := strings.Fields(plainWords(sentence))
	n := 0
	for i := 0; i+3 <= len(words); i++ {
		if strings.Contains(kept, " "+strings.Join(words[i:i+3], " ")+" ") {
			n++
		}
	}
	return len(words) < 3 || 5*n >= 3*(len(words)-2)
}

// plainWords writes the words of a text in lower case, a space around each and
// around each character of a script without spaces.
func plainWords(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			b.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return " " + strings.Join(strings.Fields(b.String()), " ") + " "
}
