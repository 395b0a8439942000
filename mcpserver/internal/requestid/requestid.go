// Package requestid carries the IDs of JSON-RPC requests through an SDK that reads numbers as
// float64: 9007199254740993 would come back as …992, and 1.5 as 1. [Mark] writes such an ID as
// a string that holds it, before the SDK sees it, and [Unmark] turns that string back in what
// the SDK answers.
package requestid

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// mark begins the string that an ID is carried in. What follows is the ID as JSON.
const mark = "webfetch-go:id:"

// Mark returns a message with its ID in a string, if float64 does not hold it, and the same
// for the ID in a notification that cancels a request. Other messages, and what is no
// object, it returns as they are. Only the first limit bytes are looked at; 0 means all.
func Mark(message []byte, limit int) []byte {
	seen := message
	if limit > 0 {
		seen = message[:min(limit, len(message))]
	}
	if start, end := member(seen, 0, "id"); end > start {
		return replace(message, start, end)
	}
	if !bytes.Contains(seen, []byte("notifications/cancelled")) {
		return message
	}
	at, _ := member(seen, 0, "params")
	if start, end := member(seen, at, "requestId"); at > 0 && end > start {
		return replace(message, start, end)
	}
	return message
}

func replace(message []byte, start, end int) []byte {
	id := string(message[start:end])
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n >= -1<<53 && n <= 1<<53 && strconv.FormatInt(n, 10) == id {
		return message
	}
	if c := id[0]; (c < '0' || c > '9') && c != '-' && !bytes.HasPrefix(message[start:], []byte(`"`+mark)) {
		return message
	}
	held, err := json.Marshal(mark + id)
	if err != nil {
		return message
	}
	return append(append(bytes.Clone(message[:start]), held...), message[end:]...)
}

// Unmark turns the strings of Mark in data, which is a message, an event with one, or several,
// back into what they hold.
func Unmark(data []byte) []byte {
	opening := []byte(`"` + mark)
	var out []byte
	for {
		start := bytes.Index(data, opening)
		if start < 0 {
			break
		}
		end := skipValue(data, start)
		var held string
		if json.Unmarshal(data[start:end], &held) != nil || !json.Valid([]byte(held[len(mark):])) {
			out, data = append(out, data[:start+1]...), data[start+1:]
			continue
		}
		out, data = append(append(out, data[:start]...), held[len(mark):]...), data[end:]
	}
	if out == nil {
		return data
	}
	return append(out, data...)
}

// member returns 0, 0 if the object has no such member, or no whole one.
func member(data []byte, at int, name string) (start, end int) {
	i := skipSpace(data, at)
	if i >= len(data) || data[i] != '{' {
		return 0, 0
	}
	for i = skipSpace(data, i+1); i < len(data) && data[i] == '"'; i = skipSpace(data, i+1) {
		key := data[i:]
		i = skipValue(data, i)
		key = key[:len(key)-(len(data)-i)]
		if i = skipSpace(data, i); i >= len(data) || data[i] != ':' {
			return 0, 0
		}
		start = skipSpace(data, i+1)
		i = skipValue(data, start)
		if i >= len(data) {
			return 0, 0
		}
		if string(key) == `"`+name+`"` {
			return start, i
		}
		if i = skipSpace(data, i); i >= len(data) || data[i] != ',' {
			return 0, 0
		}
	}
	return 0, 0
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r' || data[i] == '\n') {
		i++
	}
	return i
}

// skipValue returns the offset behind the value at i, the length of data if it has no end.
func skipValue(data []byte, i int) int {
	for depth := 0; i < len(data); {
		switch data[i] {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			i++
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i // behind a number or a name
			}
			depth--
			i++
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			i++
			continue // numbers and names end before a sign
		}
		if depth == 0 {
			return min(i, len(data))
		}
	}
	return len(data)
}
