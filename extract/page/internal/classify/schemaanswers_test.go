package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFramesOfAnswers(t *testing.T) {
	const (
		question  = "<h1>Why do tides lag?</h1><p>They come later each day.</p>"
		signature = "<div class=user-action-time>answered May 4, 2026 at 11:02</div><a href=/users/7/ada>ada</a>"
		edited    = "<div class=user-action-time>edited May 5, 2026 at 11:02</div><a href=/users/8/bo>bo</a>"
	)
	answer := func(kind, rest string) string {
		return "<div itemprop=" + kind + ` itemscope itemtype="https://schema.org/Answer"><p>The moon moves on.</p>` + rest + "</div>"
	}
	page := func(kind, body string) string {
		return `<main itemscope itemtype="https://schema.org/` + kind + `">` + body + "</main>"
	}
	for name, test := range map[string]struct{ body, kept, want string }{
		"two answers":         {page("QAPage", question+"<h2>2 Answers</h2><b>Sorted by</b>"+answer("acceptedAnswer", signature)+answer("suggestedAnswer", signature)), "xx..x..x..", "xxx.xxxxxx"},
		"who has edited":      {page("QAPage", question+answer("acceptedAnswer", edited+signature)), "xxx....", "xxx..xx"},
		"comments":            {page("QAPage", question+answer("acceptedAnswer", signature+"<ul class=comments><li>1 <a href=/users/9/cy>cy</a> 4 May</li></ul>")), "xxx...", "xxxxx."},
		"an answer left out":  {page("QAPage", question+answer("acceptedAnswer", signature)), "xx...", "xx..."},
		"frequent questions":  {page("FAQPage", question+"<h2>2 Answers</h2>"+answer("acceptedAnswer", signature)), "xx.x..", "xx.x.."},
		"a heading too early": {page("QAPage", "<h2>2 tides</h2>"+question+answer("acceptedAnswer", "")), ".xxx", ".xxx"},
		"without a number":    {page("QAPage", question+"<h2>Answers</h2>"+answer("acceptedAnswer", "")), "xx.x", "xx.x"},
	} {
		s := begun(t, test.body).keeping(t, test.kept)
		s.keepAnswerFrames()
		assert.Equal(t, test.want, marked(s.kept), name)
	}
}
