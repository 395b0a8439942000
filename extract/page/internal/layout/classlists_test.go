package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClassWordsAreThoseOfSplit(t *testing.T) {
	long := strings.Repeat("nav ", maxClassList)
	quick, slow := Page{classes: classes()}, Page{classes: classes()}
	for range 2 {
		for _, s := range []string{"", " ", "a", "x y", "site-header mainNav", "post__Body", "post__body", "Author", long[:maxClassList], long[:maxClassList+1]} {
			assert.Equal(t, slow.split(s), quick.classWords(s), "%q", s)
		}
	}
	assert.Equal(t, slow.Tokens, quick.Tokens)
}

func TestClassListsStaySmall(t *testing.T) {
	quick, slow := Page{classes: classes()}, Page{classes: classes()}
	for i := range 2 * maxListed {
		s := fmt.Sprintf("%c%c nav item-%d card", 'a'+i%26, 'a'+i/26%26, i)
		assert.Equal(t, slow.split(s), quick.classWords(s), s)
	}
	assert.Equal(t, slow.Tokens, quick.Tokens)
	assert.Less(t, len(quick.lists.tokens), maxListed+maxTokens+1)
	quick.Reset()
	for i := range quick.lists.slots {
		assert.Zero(t, quick.lists.slots[i])
	}
}

// A page that comes after another one has nothing of it.
func TestClassListsOfTwoPages(t *testing.T) {
	p, root := measure(t, `<div class="nav x"><p class="nav x">text</p><p hidden class="nav x">more</p><p class="nav x">text`)
	tokens, groups := p.Tokens, p.Elems[1].Class
	assert.NoError(t, p.Measure(t.Context(), root, nil))
	assert.Equal(t, tokens, p.Tokens)
	assert.Equal(t, groups, p.Elems[1].Class)
}

func BenchmarkClassWords(b *testing.B) {
	p := Page{classes: classes()}
	list := []string{"menu-item menu-item-type-post_type", "nav-link", "card card-body text-muted", "btn btn-primary btn-lg"}
	for name, words := range map[string]func(*Page, string) Groups{"remembered": (*Page).classWords, "split": (*Page).split} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Tokens = p.Tokens[:0]
				for _, s := range list {
					words(&p, s)
				}
			}
		})
	}
}
