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

// found is a passage that answers.
type found struct {
	item                   *item
	part                   int
	text                   string
	score, keyword, vector float64
}

// question is the last message of the user.
func question(body map[string]any) string {
	text := ""
	messages, _ := body["messages"].([]any)
	for _, m := range messages {
		if m, _ := m.(map[string]any); m["role"] == "user" {
			text, _ = m["content"].(string)
		}
	}
	return text
}

func object(in map[string]any, path ...string) map[string]any {
	for _, name := range path {
		in, _ = in[name].(map[string]any)
	}
	return in
}

func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// search finds the paragraphs that have words of the question. The share of the words that they have is the score of
// vectors.
func (e *Emulator) search(body map[string]any) ([]found, error) {
	retrieval := object(body, "ai_search_options", "retrieval")
	threshold, set := retrieval["match_threshold"].(float64)
	if !set {
		threshold = e.Threshold
	}
	most, set := retrieval["max_num_results"].(float64)
	if !set {
		most = 10
	}
	if most < 1 || most > 50 {
		return nil, errors.New("max_num_results must be within 1 and 50")
	}
	words := tokens(question(body))
	slices.Sort(words)
	words = slices.Compact(words)
	var out []found
	for _, it := range e.indexed {
		if pass, err := e.passes(it, object(retrieval, "filters")); err != nil {
			return nil, err
		} else if !pass && !e.IgnoreFilters {
			continue
		}
		for i, text := range strings.Split(it.Body, "\n\n#") {
			f := found{item: it, part: i, text: text}
			for _, w := range tokens(text) {
				if slices.Contains(words, w) {
					f.keyword++
				}
			}
			there := 0
			for _, w := range words {
				if slices.Contains(tokens(text), w) {
					there++
				}
			}
			f.vector = float64(there) / float64(max(1, len(words)))
			if retrieval["retrieval_type"] == "vector" || retrieval["keyword_match_mode"] != "or" && there < len(words) {
				f.keyword = 0
			}
			if retrieval["retrieval_type"] == "keyword" || f.vector < threshold {
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
