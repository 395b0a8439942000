package classify_test

import (
	"strings"
	"testing"
)

func TestKeepAnswers(t *testing.T) {
	const question = "<h3>When does the ferry leave?</h3>"
	answer := "<p>" + words(8) + "</p>"
	folded := "<div><button aria-expanded=false>When does the ferry leave?</button><div hidden>" + answer + "</div></div>"
	for name, test := range map[string]struct {
		body, added string
		score       float32
	}{
		"three questions":       {strings.Repeat(question+answer, 3), "the tide comes in… | the tide comes in… (2) | the tide comes in… (3)", 0.125},
		"too unlikely":          {strings.Repeat(question+answer, 3), "", 0.12},
		"two questions":         {strings.Repeat(question+answer, 2), "", 0.4},
		"two paragraphs":        {strings.Repeat(question+answer+"<p>Ebb</p>", 3), "the tide comes in… | Ebb | the tide comes in… (2) | Ebb (2) | the tide comes in… (3) | Ebb (3)", 0.125},
		"in a box":              {strings.Repeat("<div>"+question+"<div>"+answer+"</div></div><p>Ebb</p>", 3), "the tide comes in… | the tide comes in… (2) | the tide comes in… (3)", 0.125},
		"buttons":               {strings.Repeat(folded, 3), "the tide comes in… | the tide comes in… (2) | the tide comes in… (3)", 0.125},
		"short questions":       {strings.Repeat("<h3>Need some help?</h3>"+answer, 3), "", 0.4},
		"short answers":         {strings.Repeat(question+"<p>"+words(7)+"</p>", 3), "", 0.4},
		"no questions":          {strings.Repeat("<h3>When the ferry leaves</h3>"+answer, 3), "", 0.4},
		"questions in the text": {strings.Repeat("<p>When does the ferry leave?</p>"+answer, 3), "", 0.4},
		"at the end":            {strings.Repeat(question+answer, 3) + question, "the tide comes in… | the tide comes in… (2) | the tide comes in… (3)", 0.125},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score}, "keep answers")
			got.assertAdds(t, test.added)
		})
	}
}
