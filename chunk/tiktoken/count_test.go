package tiktoken_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
)

func TestGet(t *testing.T) {
	for _, name := range []string{"cl100k_base", "o200k_base"} {
		e, err := tiktoken.Get(name)
		require.NoError(t, err)
		assert.Equal(t, name, e.Name())
		again, _ := tiktoken.Get(name)
		assert.Same(t, e, again)
	}
	for _, name := range []string{"", "gpt2", "O200K_BASE"} {
		_, err := tiktoken.Get(name)
		assert.ErrorIs(t, err, tiktoken.ErrUnknown, name)
	}
}

func TestForModel(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-4o": "o200k_base", "gpt-4o-2024-05-13": "o200k_base", "gpt-4": "cl100k_base", "gpt-4-0314": "cl100k_base",
		"gpt-4.1-mini": "o200k_base", "text-embedding-3-small": "cl100k_base",
		"gpt-5-mini": "o200k_base", "o3": "o200k_base", "o4-mini-2025-04-16": "o200k_base", "ft:gpt-4o-mini:acme::1": "o200k_base", "ft:gpt-4:acme::1": "cl100k_base",
	} {
		e, err := tiktoken.ForModel(model)
		require.NoError(t, err, model)
		assert.Equal(t, want, e.Name(), model)
	}
	for _, model := range []string{"", "no such model", "davinci"} {
		_, err := tiktoken.ForModel(model)
		assert.ErrorIs(t, err, tiktoken.ErrUnknown, model)
	}
}

func TestInvalidUTF8CountsAsReplacement(t *testing.T) {
	for _, e := range both(t) {
		assert.Equal(t, e.Count("a\ufffd\ufffdb"), e.Count("a\xff\xc3b"))
	}
}

// OpenAI's expressions fold case: ſ is an s after an apostrophe, and what follows a word
// of its own.
func TestLongS(t *testing.T) {
	e := both(t)[0]
	for _, rest := range []string{"t", "able", "ing"} {
		assert.Equal(t, e.Count("'s")+e.Count(rest), e.Count("'s"+rest))
		assert.Equal(t, e.Count("'ſ")+e.Count(rest), e.Count("'ſ"+rest))
	}
}

func TestEncodeDecode(t *testing.T) {
	for _, e := range both(t) {
		for _, text := range []string{"", "hello wörld 中文 👩‍💻\r\n\t x", strings.Repeat("z", 1000), "long: " + strings.Repeat("é", 500), "x" + strings.Repeat("é", 500)} {
			tokens, err := e.Encode(text)
			require.NoError(t, err)
			assert.Equal(t, text, e.Decode(tokens))
		}
		assert.Equal(t, "", e.Decode([]int{-1, 1 << 30}))
	}
}

func TestCountAllocatesNothing(t *testing.T) {
	text := strings.Repeat("The quick brown fox, 12345 ärgerlich 中文字 😀 |---|\n\n", 20)
	for _, e := range both(t) {
		assert.Zero(t, testing.AllocsPerRun(10, func() { e.Count(text) }))
	}
}

func TestConcurrentUse(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, e := range both(t) {
				assert.Equal(t, 2, e.Count("hello world"))
			}
		})
	}
	wg.Wait()
}

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", "Hello, world's 1234 \r\n\n x", "ǅʰ\u0301A\u0301bC", "  \t \u00a0\u2028", "a\xffb", "//\n/\r\n", "'S'LL've"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "ſ", "") // tiktoken-go does not fold it
		for _, e := range both(t) {
			long := len(text) > 256 // a word of it may be longer than what Encode takes whole
			tokens, err := e.Encode(text)
			require.NoError(t, err)
			if n := e.Count(text); !long && n != len(tokens) {
				t.Fatalf("%s: Count(%q) = %d, want %d", e.Name(), text, n, len(tokens))
			}
		}
	})
}

const benchText = "The Norman dynasty had a major political, cultural and military impact on medieval Europe (c. 911–1204).\n\n" +
	"| Property | Value |\n| --- | --- |\n| Weight | 13.5 kg |\n\n```go\nfor i := range n {\n\tfmt.Println(i, \"x\")\n}\n```\n\nStraßenbahn, déjà vu, Привет мир, 你好世界。\n\n"

// Compare Count with Encode, which is tiktoken-go, for the ratio of the two.
func BenchmarkCount(b *testing.B) {
	text := strings.Repeat(benchText, 50)
	for _, e := range both(b) {
		b.Run(e.Name()+"/Count", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				e.Count(text)
			}
		})
		b.Run(e.Name()+"/tiktoken-go", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Encode(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
