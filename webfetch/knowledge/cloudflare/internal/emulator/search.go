package emulator

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
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
	if q, is := body["query"].(string); is {
		return q
	}
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

// search finds passages by words in common, and by the cosine of word counts
// for vectors.
func (e *Emulator) search(body map[string]any) ([]found, error) {
	retrieval := object(body, "ai_search_options", "retrieval")
	kind, _ := retrieval["retrieval_type"].(string)
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
	all := retrieval["keyword_match_mode"] != "or"
	words := tokens(question(body))
	var out []found
	for _, it := range e.indexed {
		if pass, err := e.passes(it, object(retrieval, "filters")); err != nil {
			return nil, err
		} else if !pass && !e.IgnoreFilters {
			continue
		}
		for i, text := range passages(it.Body) {
			f := found{item: it, part: i, text: text}
			f.keyword, f.vector = score(words, tokens(text), all)
			keyword, vector := f.keyword > 0 && kind != "vector", f.vector >= threshold && f.vector > 0 && kind != "keyword"
			if !keyword {
				f.keyword = 0
			}
			if !vector {
				f.vector = 0
			}
			if f.score = (f.keyword/(1+f.keyword) + f.vector) / 2; keyword || vector {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), int(most))], nil
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
		out = append(out, map[string]any{"id": f.item.id + "-" + strconv.Itoa(f.part), "type": "text", "score": f.score, "text": f.text,
			"item": map[string]any{"key": f.item.Key, "timestamp": at, "metadata": f.item.metadata}, "scoring_details": scoring})
	}
	return out
}
