package lsa_test

import (
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/lsa"
)

// twoTopics returns texts of two topics, whose terms are 0 to 9 and 10 to 19.
func twoTopics(n int) []lsa.Text {
	random := rand.New(rand.NewPCG(3, 4))
	var texts []lsa.Text
	for i := range n {
		var text lsa.Text
		for _, term := range random.Perm(10)[:4] {
			text = append(text, lsa.Count{Term: int32(term + 10*(i%2)), Times: 1})
		}
		texts = append(texts, text)
	}
	return texts
}

// find is lsa.New without pauses.
func find(t testing.TB, texts []lsa.Text, vocabulary int) *lsa.Topics {
	t.Helper()
	topics, err := lsa.New(texts, vocabulary, nil)
	require.NoError(t, err)
	return topics
}

func TestTopicsAreFound(t *testing.T) {
	topics := find(t, twoTopics(12), 20) // four topics
	require.NotNil(t, topics)
	first := topics.Project(lsa.Text{{Term: 0, Times: 1}, {Term: 1, Times: 1}, {Term: 2, Times: 1}})
	same := topics.Project(lsa.Text{{Term: 3, Times: 1}, {Term: 4, Times: 1}, {Term: 5, Times: 1}})
	other := topics.Project(lsa.Text{{Term: 13, Times: 1}, {Term: 14, Times: 1}, {Term: 15, Times: 1}})
	assert.Greater(t, lsa.Cosine(first, same), 0.3, "texts of one topic that share no word")
	assert.InDelta(t, 0, lsa.Cosine(first, other), 0.1)
	assert.InDelta(t, 1, lsa.Cosine(first, first), 1e-4)
}

func TestEdges(t *testing.T) {
	assert.Nil(t, find(t, nil, 0))
	assert.Nil(t, find(t, twoTopics(2), 20))
	assert.Nil(t, find(t, make([]lsa.Text, 9), 0), "texts without terms")
	topics := find(t, twoTopics(9), 20)
	assert.Nil(t, topics.Project(nil))
	assert.Nil(t, topics.Project(lsa.Text{{Term: 99, Times: 1}}), "an unknown term")
	same := make([]lsa.Text, 30)
	for i := range same {
		same[i] = lsa.Text{{Term: 0, Times: 3}}
	}
	for _, v := range find(t, same, 1).Project(same[0]) {
		assert.False(t, math.IsNaN(float64(v)))
	}
}

func TestEqualTextsGiveEqualTopics(t *testing.T) {
	a, b := find(t, twoTopics(60), 20), find(t, twoTopics(60), 20)
	query := lsa.Text{{Term: 3, Times: 2}, {Term: 12, Times: 1}}
	assert.Equal(t, a.Project(query), b.Project(query))
}

const manyTerms = 10_000

// manyTexts returns texts of 100 terms, of which some are frequent.
func manyTexts(n int) []lsa.Text {
	random := rand.New(rand.NewPCG(1, 1))
	texts := make([]lsa.Text, n)
	for i := range texts {
		for range 100 {
			texts[i] = append(texts[i], lsa.Count{Term: int32(math.Pow(manyTerms, random.Float64())) - 1, Times: 1})
		}
	}
	return texts
}

// TestPauses ends the search at each of its pauses, and compares the topics of one
// that goes on after them with those of one that has none.
func TestPauses(t *testing.T) {
	texts := manyTexts(100)
	pauses := 0
	topics, err := lsa.New(texts, manyTerms, func() error { pauses++; return nil })
	require.NoError(t, err)
	assert.Greater(t, pauses, 25, "some 30 million multiplications")
	assert.Equal(t, find(t, texts, manyTerms).Project(texts[0]), topics.Project(texts[0]))
	for _, last := range []int{1, pauses / 4, pauses / 2, pauses} {
		n := 0
		topics, err := lsa.New(texts, manyTerms, func() error {
			if n++; n == last {
				return io.EOF
			}
			return nil
		})
		assert.Nil(t, topics)
		assert.Equal(t, io.EOF, err)
		assert.Equal(t, last, n, "no pause follows the one that ended it")
	}
}

func BenchmarkNew(b *testing.B) {
	texts := manyTexts(1000)
	for b.Loop() {
		find(b, texts, manyTerms)
	}
}
