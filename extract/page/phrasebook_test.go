package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEveryPhraseIsHeard(t *testing.T) {
	for k, list := range phrases {
		for _, phrase := range list {
			about := topic(k)
			assert.GreaterOrEqual(t, len(phrase), 3)
			var exact, folded, half said
			exact.hearExactly("So: " + phrase + ".")
			folded.hear("SO: " + strings.ToUpper(phrase) + ".")
			half.hearExactly(phrase[:len(phrase)-1])
			want := firstOf(list, phrase)
			assert.Equal(t, want, exact.of(about), "%q", phrase)
			if phrase == strings.ToLower(strings.ToUpper(phrase)) {
				assert.Equal(t, want, folded.of(about), "%q", phrase)
			}
			assert.NotEqual(t, phrase, half.of(about), "%q", phrase)
		}
	}
}

func firstOf(list []string, text string) string {
	for _, p := range list {
		if strings.Contains(text, p) {
			return p
		}
	}
	return ""
}

func TestHear(t *testing.T) {
	for _, test := range []struct {
		text  string
		topic topic
		want  string
	}{
		{"", wallTexts, ""},
		{"on", wallTexts, ""},
		{"PRESS & HOLD", wallTexts, "press & hold"},
		{"Ray ID: 7. Verify you are human.", wallTexts, "verify you are human"}, // the first of the list, not of the text
		{"Seite NICHT VERFÜGBAR", missingTitles, "nicht verfügbar"},
		{"#root\n", mountPoints, "#root\n"},
		{"_incapsula_resource", wallSources, ""},
	} {
		var s said
		s.hear(test.text)
		assert.Equal(t, test.want, s.of(test.topic), "%q", test.text)
	}
	var s said
	s.hear("Subscribe to read")
	s.hear("To continue reading, pay.")
	assert.Equal(t, "subscribe to read", s.of(gateTexts))
}
