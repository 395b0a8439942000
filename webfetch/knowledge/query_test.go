package knowledge_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func TestParseQuery(t *testing.T) {
	q, err := knowledge.ParseQuery(json.RawMessage(`{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":" How? "}],
		"mode":"ai_search","stream":true,"model":"m","system_prompt":"s","ai_search_options":{"retrieval":{"filters":{"tag":"docs"},
		"max_num_results":5,"retrieval_type":"hybrid","match_threshold":0.4},"cache":{"enabled":false},"reranking":{"enabled":true}}}`))
	require.NoError(t, err)
	assert.Equal(t, " How? ", q.Messages[1].Content)
	assert.Equal(t, "ai_search", q.Mode)
	assert.Equal(t, "hybrid", q.Retrieval)
	assert.Equal(t, 5, q.MaxResults)
	assert.Equal(t, 0.4, *q.MatchThreshold)
	assert.True(t, *q.Rerank)
	assert.False(t, *q.Cache)
	assert.True(t, q.Stream)
	assert.Equal(t, "m s", q.Model+" "+q.SystemPrompt)
	assert.JSONEq(t, `{"tag":"docs"}`, string(q.Filters))
}

func TestParseQueryWithFlatNames(t *testing.T) {
	q, err := knowledge.ParseQuery(json.RawMessage(`{"query":"how","max_num_results":3,"retrieval_type":"keyword","filters":{"tag":"a"},
		"reranking":false,"cache":{"enabled":true},"ranking_options":{"score_threshold":0.2,"ranker":"auto"}}`))
	require.NoError(t, err)
	assert.Equal(t, []knowledge.Message{{Role: "user", Content: "how"}}, q.Messages)
	assert.Equal(t, 3, q.MaxResults)
	assert.Equal(t, "keyword", q.Retrieval)
	assert.Equal(t, 0.2, *q.MatchThreshold)
	assert.False(t, *q.Rerank)
	assert.True(t, *q.Cache)
	q, err = knowledge.ParseQuery(json.RawMessage(`{"query":"how","max_num_results":3,"filters":{"a":1,"b":2},
		"ai_search_options":{"retrieval":{"max_num_results":3,"filters":{"b":2,"a":1}}}}`))
	require.NoError(t, err, "the same said twice")
	assert.Equal(t, 3, q.MaxResults)
}

func TestParseQueryRefuses(t *testing.T) {
	for _, text := range []string{
		``, `[]`, `{}`, `{"query":""}`, `{"query":"a","messages":[{"role":"user","content":"b"}]}`, `{"query":"a","max_num_results":0}`, `{"query":"a","max_num_results":51}`,
		`{"query":"a","max_num_results":3,"ai_search_options":{"retrieval":{"max_num_results":4}}}`, `{"query":"a","reranking":"yes"}`,
		`{"query":"a","match_threshold":0.1,"ranking_options":{"score_threshold":0.2}}`, `{"query":"a","filters":{"a":1},"ai_search_options":{"retrieval":{"filters":{"a":2}}}}`,
		`{"query":7}`,
	} {
		_, err := knowledge.ParseQuery(json.RawMessage(text))
		assert.ErrorIs(t, err, knowledge.ErrInvalid, text)
	}
}
