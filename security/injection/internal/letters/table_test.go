package letters_test

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
)

// The table holds what characters are known as without it.
func TestTableIsWhatCharactersAre(t *testing.T) {
	for r := rune(0x80); r < letters.TableEnd; r++ {
		entry := letters.Table()[r]
		assert.Equal(t, letters.KindOf(r), entry.Kind, "%U", r)
		var want []byte
		switch {
		case letters.Invisible(r):
		case unicode.IsSpace(r):
			want = []byte{' '}
		default:
			want = letters.Append(nil, string(r))
		}
		assert.Equal(t, string(want), entry.Plain, "%U", r)
	}
}

func TestKinds(t *testing.T) {
	for r, want := range map[rune]letters.Kind{
		'é': letters.InWord | letters.Latin, 'ж': letters.InWord | letters.Other, 'λ': letters.InWord | letters.Other,
		'а': letters.InWord, 'Ο': letters.InWord, 'ӏ': letters.InWord, // of Cyrillic and Greek, like Latin ones
		'中': letters.InWord, 'ә': letters.InWord | letters.Other, '\u0301': letters.InWord, '\u200b': letters.InWord, '—': 0, '\ufffd': 0,
	} {
		assert.Equal(t, want, letters.KindOf(r), "%U", r)
	}
	for r, want := range map[rune]bool{'ж': true, 'λ': true, 'Ꭺ': true, 'ꮪ': true, 'é': false, '中': false, 'a': false} {
		assert.Equal(t, want, letters.SharesShapes(r), "%U", r)
	}
}
