package local_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

func ask(scope knowledge.Scope, text string) knowledge.Query {
	return knowledge.Query{Scope: scope, Messages: []knowledge.Message{{Role: "user", Content: text}}}
}

func folder(t testing.TB, name string) knowledge.Scope {
	t.Helper()
	scope, err := knowledge.FolderScope(name)
	require.NoError(t, err)
	return scope
}

// sentence returns words of a small vocabulary.
func sentence(random *rand.Rand, words int) string {
	var out []string
	for range words {
		out = append(out, fmt.Sprintf("word%c%c", 'a'+random.IntN(12), 'a'+random.IntN(5)))
	}
	return strings.Join(out, " ") + "."
}

// step is a change of a base.
type step struct {
	call knowledge.Resolver
	doc  knowledge.Document
	del  bool
}

// history returns random changes by tenants, threads and prefixes.
func history(random *rand.Rand, n, names int) []step {
	var out []step
	for range n {
		out = append(out, step{
			call: knowledge.Resolver{Tenant: pick(random, "", "ann", "an"), ThreadKey: pick(random, "t", "t1", "t10"), Prefix: pick(random, "", "p", "p/q")},
			doc:  knowledge.Document{Name: fmt.Sprintf("%s%d.md", pick(random, "", "sub/"), random.IntN(names)), Title: sentence(random, 3), Markdown: sentence(random, 60) + "\n\n# Part\n\n" + sentence(random, 30), RetrievedAt: knowledgetest.Day},
			del:  random.IntN(5) == 0,
		})
	}
	return out
}

func pick(random *rand.Rand, choices ...string) string { return choices[random.IntN(len(choices))] }

// conversation gives the same IDs to each base.
func conversation(_ context.Context, workspace, thread string) (string, error) {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(workspace+"/"+thread)))[:16], nil
}

// apply makes the changes of a history that only lets through.
func apply(t *testing.T, b *local.Base, level string, steps []step, only func(knowledge.Scope) bool) map[knowledge.Scope]bool {
	t.Helper()
	scopes := map[knowledge.Scope]bool{}
	for _, s := range steps {
		s.call.Level, s.call.Conversations = level, conversation
		scope, err := s.call.Scope(t.Context())
		require.NoError(t, err)
		if !only(scope) {
			continue
		}
		scopes[scope] = true
		s.doc.Scope = scope
		if s.del {
			_, err = b.Delete(t.Context(), scope, s.doc.Name)
		} else {
			_, err = b.Put(t.Context(), s.doc)
		}
		require.NoError(t, err)
	}
	return scopes
}

// TestOthersChangeNothing compares, over random histories of tenants, threads
// and prefixes, what a scope answers in a base of all with what it answers in a
// base of its own: hits and scores are the same, to the last bit.
func TestOthersChangeNothing(t *testing.T) {
	for _, level := range []string{"conversation", "workspace"} {
		random := rand.New(rand.NewPCG(5, 6))
		steps := history(random, 90, 4)
		shared := openBase(t, local.Options{})
		scopes := apply(t, shared, level, steps, func(knowledge.Scope) bool { return true })
		require.GreaterOrEqual(t, len(scopes), 9)
		for scope := range scopes {
			alone := openBase(t, local.Options{})
			apply(t, alone, level, steps, func(s knowledge.Scope) bool { return s == scope })
			for _, kind := range []string{"keyword", "vector", "hybrid"} {
				q := ask(scope, sentence(random, 4))
				q.Retrieval, q.MaxResults = kind, 50
				want, err := alone.Query(t.Context(), q)
				require.NoError(t, err)
				got, err := shared.Query(t.Context(), q)
				require.NoError(t, err)
				assert.Equal(t, want, got)
				for _, h := range got.Hits {
					assert.True(t, scope.Contains(h.Key))
				}
			}
		}
		assert.NoError(t, shared.Check(t.Context()))
	}
}

func TestConversationsAreRemembered(t *testing.T) {
	b := openBase(t, local.Options{})
	ids := make(chan string, 20)
	for range 20 {
		go func() {
			id, err := b.Conversation(t.Context(), "w", "t")
			assert.NoError(t, err)
			ids <- id
		}()
	}
	id := <-ids
	assert.Regexp(t, `^[0-9a-f]{16}$`, id)
	for range 19 {
		assert.Equal(t, id, <-ids)
	}
	for _, pair := range [][2]string{{"w", "t2"}, {"w2", "t"}, {"", "wt"}, {"w", ""}} {
		other, err := b.Conversation(t.Context(), pair[0], pair[1])
		require.NoError(t, err)
		assert.NotEqual(t, id, other)
	}
}

func TestConversationsSurviveARestart(t *testing.T) {
	path := t.TempDir() + "/k.db"
	b := openBase(t, local.Options{Path: path})
	id, err := b.Conversation(t.Context(), "w", "t")
	require.NoError(t, err)
	require.NoError(t, b.Close())
	again, err := openBase(t, local.Options{Path: path}).Conversation(t.Context(), "w", "t")
	require.NoError(t, err)
	assert.Equal(t, id, again)
}
