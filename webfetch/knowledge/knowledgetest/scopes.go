package knowledgetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func scopesAreApart(t *testing.T, b *bench) {
	folders := map[string]string{
		"p/workspaces/w1/conversations/c1/":  "a.md",
		"p/workspaces/w1/conversations/c2/":  "b.md",
		"p/workspaces/w1/conversations/c10/": "c.md",
		"p/workspaces/w10/conversations/c1/": "d.md",
		"p/workspaces/w2/conversations/c1/":  "e.md",
		"p2/":                                "f.md",
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		b.put(page(b.folder(folder), folders[folder], "Alpha", "alpha text of the page "+folders[folder]))
	}
	b.settle()
	for folder, want := range map[string]int{
		"p/workspaces/w1/conversations/c1/": 1, "p/workspaces/w1/conversations/c10/": 1, "p/workspaces/w1/": 3,
		"p/": 5, "p2/": 1, "p/workspaces/w_/": 0, "p/%/": 0, "P/": 0,
	} {
		scope := b.folder(folder)
		if got := b.names(ask(scope, "alpha")); len(got) != want {
			t.Errorf("scope %s holds %q, want %d", folder, got, want)
		}
		if stats, err := b.Stats(t.Context(), scope); err != nil || stats.Documents != want {
			t.Errorf("Stats of %s: %+v, %v, want %d documents", folder, stats, err, want)
		}
	}
}

func (b *bench) folder(folder string) knowledge.Scope {
	b.Helper()
	scope, err := knowledge.FolderScope(folder)
	if err != nil {
		b.Fatal(err)
	}
	return scope
}

// randomHistories stores, replaces and deletes at random in many conversations,
// and compares what each scope answers with a model that keeps a map.
func randomHistories(t *testing.T, b *bench) {
	random := rand.New(rand.NewPCG(1, 2))
	var scopes []knowledge.Scope
	for _, w := range []string{"w", "w1", "w10"} {
		for _, c := range []string{"c", "c1", "c10"} {
			scopes = append(scopes, b.scope(w, c))
		}
	}
	model := map[string]string{} // key -> the word that only this document has
	for step := range 120 {
		scope := scopes[random.IntN(len(scopes))]
		name := fmt.Sprintf("%d.md", random.IntN(3))
		if random.IntN(4) == 0 {
			n, err := b.Delete(t.Context(), knowledge.Selection{Scope: scope, Name: name})
			_, had := model[scope.String()+name]
			if err != nil || (n > 0) != had {
				t.Fatalf("Delete(%s%s) = %d, %v; it was there: %v", scope, name, n, err, had)
			}
			delete(model, scope.String()+name)
			continue
		}
		word := fmt.Sprintf("secret%dx", step)
		b.put(page(scope, name, "Shared title", "shared words of every page, and "+word))
		model[scope.String()+name] = word
	}
	b.settle()
	for _, folder := range []string{"p/workspaces/w/", "p/workspaces/w1/", "p/"} {
		scopes = append(scopes, b.folder(folder))
	}
	for _, scope := range scopes {
		want := []string{}
		for key, word := range model {
			inside := scope.Contains(key)
			if inside {
				want = append(want, key[len(scope.String()):])
			}
			for _, h := range b.query(ask(scope, word)).Hits {
				if !inside && h.Scoring.KeywordScore != nil && h.Key == key {
					t.Errorf("scope %s answers the word of %s", scope, key)
				}
			}
		}
		slices.Sort(want)
		b.wantNames(ask(scope, "shared words page"), want...)
	}
}
