package emulator

import (
	"mime"
	"strconv"
	"strings"
	"time"
)

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

func castTo(kind string, value string) any {
	switch kind {
	case "number":
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			return n
		}
		return nil
	case "boolean":
		switch strings.ToLower(value) {
		case "true", "1", "yes":
			return true
		case "false", "0", "no":
			return false
		}
		return nil
	case "datetime":
		if t, err := time.Parse(time.RFC3339, value); err == nil {
			return t.UTC().Format(time.RFC3339)
		}
		return nil
	}
	return value
}
