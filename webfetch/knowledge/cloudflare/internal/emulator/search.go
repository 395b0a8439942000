package emulator

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
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

// passages cuts a file at empty lines into pieces of about 600 bytes.
func passages(body string) []string {
	var out []string
	for part := range strings.SplitSeq(body, "\n\n") {
		if n := len(out) - 1; n >= 0 && len(out[n])+len(part) < 600 {
			out[n] += "\n\n" + part
			continue
		}
		out = append(out, part)
	}
	return out
}

func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// score counts the words of the question in a passage, and the cosine of both.
func score(question, passage []string, all bool) (keyword, cosine float64) {
	count := map[string]float64{}
	for _, w := range passage {
		count[w]++
	}
	dot, there := 0.0, 0
	seen := map[string]bool{}
	for _, w := range question {
		if !seen[w] && count[w] > 0 {
			there++
			dot += count[w]
		}
		seen[w] = true
	}
	length := 0.0
	for _, n := range count {
		length += n * n
	}
	if length > 0 && len(seen) > 0 {
		cosine = min(dot/math.Sqrt(length*float64(len(seen))), 1)
	}
	if all && there < len(seen) {
		return 0, cosine
	}
	return float64(there), cosine
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

// cast is the metadata that the instance keeps: its fields, by their types, and
// the context. What is of another type is dropped.
func (e *Emulator) cast(in map[string]string) map[string]any {
	out := map[string]any{}
	for name, raw := range in {
		value, err := new(mime.WordDecoder).DecodeHeader(raw)
		if err != nil {
			value = raw
		}
		name = strings.ToLower(name)
		if name == "context" {
			out[name] = value
		}
		for _, f := range e.Schema {
			if f.Name != name {
				continue
			}
			if v := castTo(f.Type, value); v != nil {
				out[name] = v
			}
		}
	}
	return out
}

func castTo(kind knowledge.FieldType, value string) any {
	switch kind {
	case knowledge.NumberField:
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			return n
		}
		return nil
	case knowledge.BooleanField:
		switch strings.ToLower(value) {
		case "true", "1", "yes":
			return true
		case "false", "0", "no":
			return false
		}
		return nil
	case knowledge.DatetimeField:
		if t, err := time.Parse(time.RFC3339, value); err == nil {
			return t.UTC().Format(time.RFC3339)
		}
		return nil
	}
	return value
}

// passes holds a file against filters, strictly: what is not known is an error,
// and a file that lacks a field fails every comparison with it.
func (e *Emulator) passes(it *item, filters map[string]any) (bool, error) {
	ok := true
	for field, condition := range filters {
		value, err := e.attribute(it, field)
		if err != nil {
			return false, err
		}
		operators, is := condition.(map[string]any)
		if !is {
			operators = map[string]any{"$eq": condition}
		}
		for op, operand := range operators {
			pass, err := e.compare(op, value, operand)
			if err != nil {
				return false, err
			}
			ok = ok && pass
		}
	}
	return ok, nil
}

func (e *Emulator) attribute(it *item, field string) (any, error) {
	folder, _ := knowledge.SplitKey(it.Key)
	switch field {
	case "folder":
		return folder, nil
	case "filename":
		return it.Key, nil
	case "timestamp":
		return float64(it.Uploaded.Unix()), nil
	}
	for _, f := range e.Schema {
		if f.Name == field {
			return it.metadata[field], nil
		}
	}
	return nil, fmt.Errorf("unknown field %q", field)
}

func (e *Emulator) compare(op string, value, operand any) (bool, error) {
	if list, many := operand.([]any); many {
		if op != "$in" && op != "$nin" {
			return false, fmt.Errorf("%s wants one value", op)
		}
		in := slices.ContainsFunc(list, func(x any) bool { n, ok := e.order(value, x); return ok && n == 0 })
		return value != nil && in == (op == "$in"), nil
	}
	n, ok := e.order(value, operand)
	switch op {
	case "$eq":
		return ok && n == 0, nil
	case "$ne":
		return value != nil && !(ok && n == 0), nil
	case "$gt":
		return ok && n > 0, nil
	case "$gte":
		return ok && n >= 0, nil
	case "$lt":
		return ok && n < 0, nil
	case "$lte":
		return ok && n <= 0, nil
	}
	return false, fmt.Errorf("unknown operator %q", op)
}

// order compares two values of one type.
func (e *Emulator) order(value, operand any) (int, bool) {
	switch v := value.(type) {
	case string:
		w, is := operand.(string)
		if t, err := time.Parse(time.RFC3339, v); err == nil && is {
			if u, err := time.Parse(time.RFC3339, w); err == nil {
				return t.Compare(u), true
			}
		}
		return strings.Compare(cut(v, e.CutStored), cut(w, e.CutOperands)), is
	case float64:
		w, is := operand.(float64)
		if is && w > 1e11 {
			w = math.Floor(w / 1000)
		}
		return cmp.Compare(v, w), is
	case bool:
		w, is := operand.(bool)
		if v == w {
			return 0, is
		}
		return 1, false
	}
	return 0, false
}

func cut(text string, cuts bool) string {
	if cuts && len(text) > 64 {
		return text[:64]
	}
	return text
}
