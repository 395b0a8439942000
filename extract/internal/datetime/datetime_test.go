package datetime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"2024-03-05T10:20:30+01:00":             "2024-03-05T10:20:30+01:00",
		" 2024-03-05T10:20:30Z\n":               "2024-03-05T10:20:30Z",
		"2024-03-05T10:20:30.25Z":               "2024-03-05T10:20:30.25Z",
		"2024-03-05T10:20:30":                   "2024-03-05T10:20:30Z",
		"2024-03-05T10:20:30+0100":              "2024-03-05T10:20:30+01:00",
		"2024-03-05T10:20Z":                     "2024-03-05T10:20:00Z",
		"2024-03-05T10:20+01:00":                "2024-03-05T10:20:00+01:00",
		"2024-03-05T10:20":                      "2024-03-05T10:20:00Z",
		"2024-03-05 10:20:30":                   "2024-03-05T10:20:30Z",
		"2024-03-05 10:20":                      "2024-03-05T10:20:00Z",
		"2024-03-05 10:20:30 -0500":             "2024-03-05T10:20:30-05:00",
		"20240305T102030":                       "2024-03-05T10:20:30Z",
		"20240305T102030+0200":                  "2024-03-05T10:20:30+02:00",
		"2024-02-30":                            "",
		"2024-03":                               "",
		"2024":                                  "",
		"":                                      "",
		"5 March 2024":                          "",
		"2024-03-05 and more":                   "",
		"2024-03-05T25:00:00Z":                  "",
		"2024-03-05" + strings.Repeat(" x", 50): "",
	} {
		got, dateOnly, ok := datetime.Parse(in)
		assert.Equal(t, want != "", ok, in)
		if ok {
			assert.Equal(t, want, got.Format(time.RFC3339Nano), in)
			assert.False(t, dateOnly, in)
		}
	}
	for _, day := range []string{" 2024-03-05 ", "20240305"} {
		got, dateOnly, ok := datetime.Parse(day)
		assert.True(t, ok && dateOnly, day)
		assert.Equal(t, "2024-03-05", got.Format(time.DateOnly), day)
	}
}

func TestParseCoarse(t *testing.T) {
	for in, want := range map[string]string{
		"2024-03-05T10:20:30Z": "2024-03-05", "2024-03-05": "2024-03-05", "2024-03": "2024-03-01", "2024": "2024-01-01",
	} {
		got, dateOnly, ok := datetime.ParseCoarse(in)
		assert.True(t, ok, in)
		assert.Equal(t, want, got.Format(time.DateOnly), in)
		assert.Equal(t, len(in) <= len(time.DateOnly), dateOnly, in)
	}
	for _, in := range []string{"24", "soon", "", "5.3.2024", "2024-13"} {
		got, dateOnly, ok := datetime.ParseCoarse(in)
		assert.False(t, ok || dateOnly, in)
		assert.Zero(t, got, in)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2024-03-05T10:20:30+01:00")
	f.Add("2024-03")
	f.Fuzz(func(t *testing.T, s string) {
		exact, dateOnly, ok := datetime.Parse(s)
		coarse, day, found := datetime.ParseCoarse(s)
		if ok && (!found || !exact.Equal(coarse) || dateOnly != day) {
			t.Fatalf("Parse(%q) = %v, ParseCoarse = %v", s, exact, coarse)
		}
		if dateOnly && ok && exact.Format(time.DateOnly) != exact.Truncate(24*time.Hour).Format(time.DateOnly) {
			t.Fatalf("Parse(%q) = %v has a time of day", s, exact)
		}
	})
}
