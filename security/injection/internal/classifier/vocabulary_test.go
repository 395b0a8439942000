package classifier_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
)

// Words stand beside signs, digits, letters of other scripts, addresses and tags, some longer than the vocabulary keeps,
// and more of them than it has places.
func TestWordsAreWeighedOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	words := strings.Fields(strings.Join(passages(t), " "))
	gaps := []string{" ", " ", " ", " ", " ", ", ", ". ", "\n\n", "'", "’", "-", "_", "3", "é", "я", "。", "指令", " https://a.example/x?q=", "</td><td>", "<|", " ## ", "\xff", "{\"role\":"}
	for range 3000 {
		var text strings.Builder
		for range rng.IntN(40) {
			text.WriteString(words[rng.IntN(len(words))] + gaps[rng.IntN(len(gaps))])
		}
		if summed, plain := classifier.WordWeights([]byte(text.String())); !assert.Equal(t, plain, summed, "%q", text.String()) {
			return
		}
	}
}

// Words are packed alike at any distance from the end of the text, and no two words of up to 12 letters have one number.
func TestPack(t *testing.T) {
	seen := map[uint64]string{}
	for n := range 20 {
		for _, letters := range []string{"zqxjkvbzqxjkvbzqxjkvb", "aaaaaaaaaaaaaaaaaaaaa", "zzzzzzzzzzzzzzzzzzzzz", "abcdefghijklmnopqrstu"} {
			for _, rest := range []string{"", " ", "7", "é", "{`AZ~\x7f{`AZ~\x7f{`AZ", strings.Repeat(" and so on", 3)} {
				text := []byte("-" + letters[:n] + rest)
				end, packed := classifier.Pack(text, 1)
				assert.Equal(t, 1+n, end, "%q", text)
				assert.Equal(t, n == 0 || n > 12, packed == 0, "%q", text)
				if n > 0 && n <= 12 {
					assert.Contains(t, []string{"", letters[:n]}, seen[packed])
					seen[packed] = letters[:n]
				}
			}
		}
	}
}
