package emulator

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

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
	folder, _ := filter.SplitKey(it.Key)
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
