package data

import (
	"encoding/csv"
	"strings"
)

// declaredDelimiter reads the first line "sep=;" that Excel writes and reads.
func declaredDelimiter(body string) (comma rune, rest string, found bool) {
	line, rest, _ := strings.Cut(body, "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) != len("sep=;") || !strings.EqualFold(line[:4], "sep=") || line[4] == '"' || line[4] < ' ' && line[4] != '\t' || line[4] >= 0x7f {
		return 0, body, false
	}
	return rune(line[4]), rest, true
}

// delimiter returns the separator under which the first rows agree best on a
// number of fields above one.
func delimiter(mediaType, body string) rune {
	if strings.Contains(strings.ToLower(mediaType), "tab-separated") && strings.Contains(body[:min(len(body), 4096)], "\t") {
		return '\t'
	}
	best, comma := 0, ','
	for _, candidate := range [...]rune{',', ';', '\t', '|'} {
		if score := delimiterScore(body[:min(len(body), 64<<10)], candidate); score > best {
			best, comma = score, candidate
		}
	}
	return comma
}

// delimiterScore scores a delimiter: rows of the most common number of fields weigh
// most, then how many fields these have.
func delimiterScore(head string, comma rune) int {
	r := csv.NewReader(strings.NewReader(head))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = comma, true, -1, true
	counts := map[int]int{}
	score := 0
	for range 20 {
		record, err := r.Read()
		if err != nil {
			break
		}
		if n := len(record); n > 1 {
			counts[n]++
			score = max(score, counts[n]*100+min(n, 99))
		}
	}
	return score
}

// closeQuote takes away a quote that begins a field and is never closed, which
// would make one field of all that follows it. A quote that closes has a
// separator or the end of its line behind it.
func closeQuote(body string, comma rune) string {
	open := -1
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c != '"':
		case open < 0 && (i == 0 || body[i-1] == '\n' || rune(body[i-1]) == comma):
			open = i
		case open >= 0 && i+1 < len(body) && body[i+1] == '"':
			i++
		case open >= 0 && (i+1 == len(body) || rune(body[i+1]) == comma || body[i+1] == '\n' || body[i+1] == '\r'):
			open = -1
		}
	}
	if open < 0 || !strings.Contains(body[open:], "\n") {
		return body
	}
	return body[:open] + body[open+1:]
}
