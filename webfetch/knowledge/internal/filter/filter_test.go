package filter_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
)

func parseFilter(t *testing.T, text string) filter.Filter {
	t.Helper()
	f, err := filter.Parse(json.RawMessage(text), knowledgetest.Schema())
	require.NoError(t, err, text)
	return f
}

var at = time.Date(2025, 1, 1, 0, 0, 0, 999_000_000, time.UTC)

func TestFilterMatch(t *testing.T) {
	a := filter.File(map[string]string{"tag": "docs", "score": "0.9", "public": "yes", "published": "2026-01-15T00:00:00Z"}, "p/c/a.md", at)
	for text, want := range map[string]bool{
		``: true, `null`: true, `{}`: true,
		`{"tag":"docs"}`: true, `{"TAG":"docs"}`: true, `{"tag":"Docs"}`: false,
		`{"tag":{"$ne":"docs"}}`: false, `{"tag":{"$gt":"doc","$lt":"dod"}}`: true,
		`{"lang":"en"}`: false, `{"lang":{"$ne":"en"}}`: true, `{"lang":{"$nin":[]}}`: true, `{"lang":{"$gte":""}}`: false,
		`{"score":0.9}`: true, `{"score":"0.9"}`: true, `{"score":{"$ne":" 0.90"}}`: false, `{"score":"9e-1"}`: true, `{"score":{"$gt":"0.10"}}`: true,
		`{"score":"much"}`: false, `{"score":{"$ne":"much"}}`: true, `{"score":true}`: false, `{"score":{"$in":["1","0.9"]}}`: true,
		`{"tag":" docs"}`: false, `{"tag":"docs "}`: false, `{"tag":"DOCS"}`: false, `{"lang":""}`: false, `{"score":{"$in":[1,0.9]}}`: true,
		`{"public":true}`: true, `{"public":{"$ne":false}}`: true, `{"public":"yes"}`: false, `{"public":1}`: false,
		`{"published":"2026-01-15"}`: true, `{"published":{"$gt":1768435199}}`: true, `{"published":{"$gte":"soon"}}`: false,
		`{"timestamp":1735689600}`: true, `{"timestamp":1735689600123}`: true, `{"timestamp":"1735689600000"}`: true,
		`{"timestamp":{"$gt":1735689600999}}`: false, `{"timestamp":{"$lt":"2025-01-01T00:00:01Z"}}`: true,
		`{"folder":"p/c/"}`: true, `{"folder":"p/c"}`: false, `{"filename":"p/c/a.md"}`: true,
		`{"type":"eq","key":"tag","value":"docs"}`:                                            true,
		`{"type":"and","filters":[]}`:                                                         true,
		`{"type":"and","filters":[{"type":"gte","key":"timestamp","value":"1735689600000"}]}`: true,
	} {
		assert.Equal(t, want, parseFilter(t, text).Match(a), text)
	}
}

// TestTextComparesByBytes stores a value with capitals and blanks, and finds it by that spelling alone.
func TestTextComparesByBytes(t *testing.T) {
	scope, err := knowledge.FolderScope("p/")
	require.NoError(t, err)
	p, err := prepare.Document(knowledge.Document{
		Scope: scope, Name: "a.md", Markdown: "Boats float because of Archimedes.", Metadata: map[string]string{"tag": " Two\u00a0 words ", "lang": "a\tb"},
	}, 0, at)
	require.NoError(t, err)
	a := filter.File(p.Fields, "p/a.md", at)
	for text, want := range map[string]bool{
		`{"tag":" Two\u00a0 words "}`: true, `{"tag":"Two\u00a0 words"}`: false, `{"tag":" two\u00a0 words "}`: false, `{"tag":" Two words "}`: false,
		`{"tag":{"$in":["x"," Two\u00a0 words "]}}`: true, `{"lang":"a b"}`: true,
	} {
		assert.Equal(t, want, parseFilter(t, text).Match(a), text)
	}
}

func TestFilterRefuses(t *testing.T) {
	for _, text := range []string{
		`[]`, `"tag"`, `1`, `{`, `{"colour":"red"}`, `{"tag":{}}`, `{"tag":null}`, `{"tag":["docs"]}`, `{"tag":{"$in":"docs"}}`, `{"tag":{"$in":null}}`,
		`{"tag":{"$in":[["docs"]]}}`, `{"tag":{"$eq":{"x":1}}}`, `{"tag":{"$regex":"."}}`, `{"tag":{"eq":"docs"}}`, `{"$or":[{"tag":"docs"}]}`, `{"$and":[]}`,
		`{"type":"or","filters":[]}`, `{"type":"or","filters":[{"type":"gt","key":"score","value":1}]}`,
		`{"type":"or","filters":[{"type":"eq","key":"tag","value":"a"},{"type":"eq","key":"lang","value":"b"}]}`,
		`{"type":"and","filters":[{"type":"and","filters":[]}]}`, `{"type":"eq","key":"tag"}`, `{"type":"eq","key":"colour","value":1}`,
		`{"type":"eq","key":"tag","value":"x","filters":[]}`, `{"type":"not","filters":[]}`, `{"type":"and","filters":[{"type":"eq","key":"tag","value":"x","or":1}]}`,
		`{"tag":"` + strings.Repeat("x", 2048) + `"}`,
	} {
		_, err := filter.Parse(json.RawMessage(text), knowledgetest.Schema())
		assert.ErrorIs(t, err, knowledge.ErrInvalid, text)
	}
	_, err := filter.Parse(json.RawMessage(`{"Title":"x"}`), map[string]string{"year": "number", "Tag": "text"})
	assert.ErrorContains(t, err, `unknown field "Title"; there are Tag, filename, folder, timestamp, year`)
	_, err = filter.Parse(json.RawMessage(`{"tag":"`+strings.Repeat("x", 2048-len(`{"tag":""}`))+`"}`), knowledgetest.Schema())
	assert.NoError(t, err, "at the limit")
}

func FuzzParseFilter(f *testing.F) {
	for _, seed := range []string{``, `{"tag":"docs"}`, `{"score":{"$gte":0.8}}`, `{"type":"and","filters":[{"type":"eq","key":"tag","value":"docs"}]}`, `{"timestamp":{"$in":[1,"x",true]}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		conditions, err := filter.Parse(json.RawMessage(text), knowledgetest.Schema())
		if err != nil {
			return
		}
		conditions.Match(filter.File(map[string]string{"tag": "docs", "score": "1"}, "p/c/a.md", at))
	})
}
