package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKeepAnswers(t *testing.T) {
	const question = "<h3>When does the ferry leave?</h3>"
	answer := "<p>" + words(minAnswerWords) + "</p>"
	folded := "<div><button aria-expanded=false>When does the ferry leave?</button><div hidden>" + answer + "</div></div>"
	for name, test := range map[string]struct {
		body, want string // x for each block that is kept
		prob       float32
	}{
		"three questions":       {strings.Repeat(question+answer, 3), ".x.x.x", 0.125},
		"too unlikely":          {strings.Repeat(question+answer, 3), "......", 0.12},
		"two questions":         {strings.Repeat(question+answer, 2), "....", 0.4},
		"two paragraphs":        {strings.Repeat(question+answer+"<p>a</p>", 3), ".xx.xx.xx", 0.125},
		"in a box":              {strings.Repeat("<div>"+question+"<div>"+answer+"</div></div><p>a</p>", 3), ".x..x..x.", 0.125},
		"buttons":               {strings.Repeat(folded, 3), ".x.x.x", 0.125},
		"short questions":       {strings.Repeat("<h3>Need some help?</h3>"+answer, 3), "......", 0.4},
		"short answers":         {strings.Repeat(question+"<p>"+words(minAnswerWords-1)+"</p>", 3), "......", 0.4},
		"no questions":          {strings.Repeat("<h3>When the ferry leaves</h3>"+answer, 3), "......", 0.4},
		"questions in the text": {strings.Repeat("<p>When does the ferry leave?</p>"+answer, 3), "......", 0.4},
		"in a footer":           {"<footer>" + strings.Repeat(question+answer, 3) + "</footer>", "......", 0.4},
		"at the end":            {strings.Repeat(question+answer, 3) + question, ".x.x.x.", 0.125},
	} {
		s := begun(t, test.body)
		require.Len(t, s.page.Blocks, len(test.want), name)
		for i := range s.scores {
			s.scores[i] = test.prob
		}
		s.keepAnswers()
		assert.Equal(t, test.want, marked(s.kept), name)
	}
}
