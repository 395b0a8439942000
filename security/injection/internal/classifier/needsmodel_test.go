package classifier

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

// TestWhatIsNotTellingIsNoAttack: no sentence is kept from the model that it takes
// for an attack by itself.
func TestWhatIsNotTellingIsNoAttack(t *testing.T) {
	asked, all := 0, 0
	for _, name := range []string{"attacks", "attacks_read", "benign", "benign_read"} {
		text, err := os.ReadFile("../../testdata/scan/" + name + ".txt")
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "disguise|") {
				continue // the model is asked about what is decoded
			}
			b := normalize.New(line).Bytes
			mem := new(scanBuffers)
			c := documentScan{b: b, page: new(Page), model: loadModel(), threshold: 4, scratch: mem}
			mem.reset(b)
			for s, ok := mem.reader.next(); ok; s, ok = mem.reader.next() {
				x := scoredSentence{sentence: *s}
				mem.score(b, &x)
				all++
				if c.needsModel(&x) {
					asked++
					continue
				}
				if !x.mask.IsEmpty() {
					c.ask(&x)
				}
				assert.Less(t, c.points(x.rules, x.words, 1), c.threshold, "%q", b[x.start:x.end])
			}
		}
	}
	assert.Positive(t, asked)
	assert.Less(t, asked, all)
}
