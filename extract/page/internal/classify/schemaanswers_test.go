package classify_test

import "testing"

func TestKeepAnswerFrames(t *testing.T) {
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
	for name, test := range map[string]struct{ body, kept, added string }{
		"two answers":         {page("QAPage", question+"<h2>2 Answers</h2><b>Sorted by</b>"+answer("acceptedAnswer", signature)+answer("suggestedAnswer", signature)), "Why do tides lag? | They come later each day. | The moon moves on. | The moon moves on. (2)", "2 Answers | answered May 4, 2026… | ada | answered May 4, 2026… (2) | ada (2)"},
		"who has edited":      {page("QAPage", question+answer("acceptedAnswer", edited+signature)), "Why do tides lag? | They come later each day. | The moon moves on.", "answered May 4, 2026… | ada"},
		"comments":            {page("QAPage", question+answer("acceptedAnswer", signature+"<ul class=comments><li>1 <a href=/users/9/cy>cy</a> 4 May</li></ul>")), "Why do tides lag? | They come later each day. | The moon moves on.", "answered May 4, 2026… | ada"},
		"an answer left out":  {page("QAPage", question+answer("acceptedAnswer", signature)), "Why do tides lag? | They come later each day.", ""},
		"frequent questions":  {page("FAQPage", question+"<h2>2 Answers</h2>"+answer("acceptedAnswer", signature)), "Why do tides lag? | They come later each day. | The moon moves on.", ""},
		"a heading too early": {page("QAPage", "<h2>2 tides</h2>"+question+answer("acceptedAnswer", "")), "Why do tides lag? | They come later each day. | The moon moves on.", ""},
		"without a number":    {page("QAPage", question+"<h2>Answers</h2>"+answer("acceptedAnswer", "")), "Why do tides lag? | They come later each day. | The moon moves on.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: test.kept}, "keep frames of answers")
			got.assertAdds(t, test.added)
		})
	}
}
