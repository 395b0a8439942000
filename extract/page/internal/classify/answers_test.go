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
		"in a footer":           {"<footer>" + strings.Repeat(question+answer, 3) + "</footer>", "", 0.4},
		"at the end":            {strings.Repeat(question+answer, 3) + question, "the tide comes in… | the tide comes in… (2) | the tide comes in… (3)", 0.125},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score}, "keep answers")
			got.assertAdds(t, test.added)
		})
	}
}

// The summary of what is kept is kept, and what folds within it; links to other pages are not.
func TestKeepFolds(t *testing.T) {
	for name, test := range map[string]struct{ body, kept, added string }{
		"between text":       {"<div><p>The pier</p><details><summary>Water</summary>Deep</details><p>The bay</p></div>", "The pier | The bay", "Water | Deep"},
		"between parts":      {"<div><p>The pier</p></div><div><details><summary>Water</summary>Deep</details></div><p>The bay</p>", "The pier | The bay", ""},
		"summary":            {"<details><summary>Water</summary><p>The fairway is deep.</p></details>", "The fairway is deep.", "Water"},
		"folds within":       {"<details><summary>Water</summary><p>The fairway is deep.</p><details><summary>Ice</summary><p>Rare</p></details></details>", "The fairway is deep.", "Water | Ice | Rare"},
		"links":              {"<details><summary>Water</summary><p>The fairway is deep.</p><p><a href=/x>More</a></p></details>", "The fairway is deep.", "Water"},
		"less than half":     {"<details><summary>Water</summary><p>The fairway is deep.</p><p>The ice is thin.</p></details>", "The ice is thin.", ""},
		"in a footer":        {"<footer><details><summary>Water</summary><p>The fairway is deep.</p></details></footer>", "The fairway is deep.", ""},
		"a button beside it": {"<details><summary>Water</summary><p>The fairway is deep.</p><button>Copy</button></details>", "The fairway is deep.", "Water"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, score: 0.25, kept: test.kept}, "keep folds").assertAdds(t, test.added)
		})
	}
}
