package webfetch

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestFreshness(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	tests := map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"nothing said":              {http.Header{}, unbounded},
		"max-age":                   {http.Header{"Cache-Control": {"public, max-age=60"}}, time.Minute},
		"max-age, quoted":           {http.Header{"Cache-Control": {`MAX-AGE="60"`}}, time.Minute},
		"the shortest of two":       {http.Header{"Cache-Control": {"max-age=60", "max-age=30"}}, 30 * time.Second},
		"max-age, too large":        {http.Header{"Cache-Control": {"max-age=99999999999999999999"}}, (1<<31 - 1) * time.Second},
		"max-age, no number":        {http.Header{"Cache-Control": {"max-age=soon"}}, 0},
		"max-age, negative":         {http.Header{"Cache-Control": {"max-age=-1"}}, 0},
		"for shared caches":         {http.Header{"Cache-Control": {"s-maxage=60"}}, unbounded},
		"no-store":                  {http.Header{"Cache-Control": {"max-age=60, no-store"}}, 0},
		"no-cache with fields":      {http.Header{"Cache-Control": {`no-cache="Set-Cookie, X", max-age=60`}}, 0},
		"varies by all":             {http.Header{"Vary": {" * "}, "Cache-Control": {"max-age=60"}}, 0},
		"Expires":                   {http.Header{"Expires": {at(time.Minute)}, "Date": {at(0)}}, time.Minute},
		"Expires, no Date":          {http.Header{"Expires": {at(time.Minute)}}, time.Minute},
		"Expires, past":             {http.Header{"Expires": {at(-time.Minute)}, "Date": {at(0)}}, 0},
		"Expires, no date":          {http.Header{"Expires": {"0"}}, 0},
		"Expires by their clock":    {http.Header{"Expires": {at(61 * time.Minute)}, "Date": {at(time.Hour)}}, time.Minute},
		"max-age before Expires":    {http.Header{"Cache-Control": {"max-age=60"}, "Expires": {at(-time.Hour)}}, time.Minute},
		"Age":                       {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"45"}}, 15 * time.Second},
		"Age, at the limit":         {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"60"}}, 0},
		"Age beyond":                {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"3600"}}, 0},
		"Age and Expires":           {http.Header{"Expires": {at(time.Minute)}, "Date": {at(0)}, "Age": {"20"}}, 40 * time.Second},
		"Age, the first of a list":  {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"10, 50"}}, 50 * time.Second},
		"Age, no number":            {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"-5"}}, time.Minute},
		"old by its Date":           {http.Header{"Cache-Control": {"max-age=60"}, "Date": {at(-50 * time.Second)}}, 10 * time.Second},
		"Age, but no lifetime":      {http.Header{"Age": {"3600"}}, unbounded},
		"Date beyond, no Age":       {http.Header{"Cache-Control": {"max-age=60"}, "Date": {at(time.Hour)}}, time.Minute},
		"the larger of Age and age": {http.Header{"Cache-Control": {"max-age=60"}, "Date": {at(-50 * time.Second)}, "Age": {"20"}}, 10 * time.Second},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			assert.Equal(t, tt.want, freshness(tt.header, now))
		})
	}
}
