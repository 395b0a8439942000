package emulator

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

// query is the body of a search or a chat.
type query struct {
	Messages []struct{ Role, Content string }
	Query    any
	Stream   bool
	Options  struct {
		Retrieval struct {
			Type        string   `json:"retrieval_type"`
			Threshold   *float64 `json:"match_threshold"`
			Most        *float64 `json:"max_num_results"`
			Filters     any
			KeywordMode string `json:"keyword_match_mode"`
		}
	} `json:"ai_search_options"`
}

// question is the last message of the user.
func (q *query) question() (text string) {
	for _, m := range q.Messages {
		if m.Role == "user" {
			text = m.Content
		}
	}
	return text
}

// found is a passage that answers.
type found struct {
	item                   *item
	part                   int
	text                   string
	score, keyword, vector float64
}

func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// search finds the paragraphs that have words of the question. The share of the words that they have is the score of
// vectors.
func (e *Emulator) search(q *query) ([]found, error) {
	retrieval := &q.Options.Retrieval
	threshold, most := e.Threshold, 10.0
	if retrieval.Threshold != nil {
		threshold = *retrieval.Threshold
	}
	if retrieval.Most != nil {
		most = *retrieval.Most
	}
	if most < 1 || most > 50 {
		return nil, errors.New("max_num_results must be within 1 and 50")
	}
	words := map[string]bool{}
	for _, w := range tokens(q.question()) {
		words[w] = true
	}
	var out []found
	for _, it := range e.indexed {
		if pass, err := e.passes(it, retrieval.Filters); err != nil {
			return nil, err
		} else if !pass && !e.IgnoreFilters {
			continue
		}
		for i, text := range strings.Split(it.Body, "\n\n#") {
			f := found{item: it, part: i, text: text}
			there := map[string]bool{}
			for _, w := range tokens(text) {
				if words[w] {
					f.keyword++
					there[w] = true
				}
			}
			f.vector = float64(len(there)) / float64(max(1, len(words)))
			if retrieval.Type == "vector" || retrieval.KeywordMode != "or" && len(there) < len(words) {
				f.keyword = 0
			}
			if retrieval.Type == "keyword" || f.vector < threshold {
				f.vector = 0
			}
			if f.score = (f.keyword/(1+f.keyword) + f.vector) / 2; f.score > 0 {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), int(most))], nil
}

// passes holds a file against filters. One that lacks a field fails every comparison with it.
func (e *Emulator) passes(it *item, filters any) (bool, error) {
	fields := filter.File(maps.Clone(it.fields), it.Key, it.Uploaded)
	if e.CutStored {
		for name, value := range fields {
			fields[name] = value[:min(len(value), 64)]
		}
	}
	if e.CutOperands {
		filters = cutTexts(filters)
	}
	raw, err := json.Marshal(filters)
	if err != nil {
		return false, err
	}
	conditions, err := filter.Parse(raw, e.Schema)
	for _, c := range conditions {
		if _, has := fields[c.Field]; !has {
			return false, err
		}
	}
	return conditions.Match(fields), err
}

// cutTexts cuts the texts of a JSON value to 64 bytes.
func cutTexts(v any) any {
	switch v := v.(type) {
	case string:
		return v[:min(len(v), 64)]
	case []any:
		for i, x := range v {
			v[i] = cutTexts(x)
		}
	case map[string]any:
		for name, x := range v {
			v[name] = cutTexts(x)
		}
	}
	return v
}

// wire is the JSON form of passages.
func (e *Emulator) wire(chunks []found) []any {
	out := []any{}
	for _, f := range chunks {
		scoring := map[string]any{"fusion_method": "rrf"}
		if f.keyword > 0 {
			scoring["keyword_score"] = f.keyword
		}
		if f.vector > 0 {
			scoring["vector_score"] = f.vector
		}
		at := f.item.Uploaded.UnixMilli()
		if e.Seconds {
			at /= 1000
		}
		metadata := map[string]any{}
		for name, text := range f.item.fields { // numbers are numbers
			metadata[name] = text
			if n, err := strconv.ParseFloat(text, 64); err == nil && e.Schema[name] == "number" {
				metadata[name] = n
			}
		}
		out = append(out, map[string]any{"id": f.item.id + "-" + strconv.Itoa(f.part), "type": "text", "score": f.score, "text": f.text,
			"item": map[string]any{"key": f.item.Key, "timestamp": at, "metadata": metadata}, "scoring_details": scoring})
	}
	return out
}
