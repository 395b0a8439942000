// Package datetime reads the dates that formats of documents hold: those of ISO
// 8601 in the profiles that are met on the web (RFC 3339, W3CDTF of
// https://www.w3.org/TR/NOTE-datetime), and the same with a space for the T.
package datetime

import (
	"strings"
	"time"
)

// longest bounds what can be a date, in bytes.
const longest = 64

// layouts are in the order of how often they are met. Parsing takes a fraction of a second after the seconds of any of them.
var layouts = [...]string{
	time.RFC3339,
	time.DateOnly,
	"2006-01-02T15:04:05",
	"2006-01-02 15:04:05",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04",
	"2006-01-02 15:04",
	"2006-01-02 15:04:05 -0700",
	"20060102T150405Z0700",
	"20060102T150405",
	"20060102",
}

// Parse reads a calendar date, with or without a time of day, and ignores white space around
// it. A time without a zone is taken for UTC. dateOnly reports a date without a time of day.
// ok is false for other text, also for a month or a year alone.
//
//	2024-03-05T10:20:30+01:00, 2024-03-05T10:20Z, 2024-03-05 10:20:30 +0100, 20240305T102030Z, 2024-03-05, 20240305
func Parse(s string) (t time.Time, dateOnly, ok bool) {
	if s = strings.TrimSpace(s); len(s) > longest {
		return t, false, false
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t, len(layout) <= len(time.DateOnly), true
		}
	}
	return t, false, false
}

// ParseCoarse is Parse, and reads a year with or without a month too, which is
// the first day of it: 2024-03, 2024.
func ParseCoarse(s string) (t time.Time, dateOnly, ok bool) {
	if t, dateOnly, ok = Parse(s); ok {
		return t, dateOnly, ok
	}
	s = strings.TrimSpace(s)
	for _, layout := range [...]string{"2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true, true
		}
	}
	return time.Time{}, false, false
}
