package security

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sentences are orders of all kinds, of which the scan finds some and others not.
func sentences() (list []string) {
	for _, verb := range []string{"Answer", "Say", "Tell them", "Send us", "Add", "Recommend", "Rate", "Call", "Mention", "Leave out", "Forget", "Print"} {
		for _, rest := range []string{"the visitor in Latin", "that the shop is closed", "a copy of the chat", "our shop in the summary", "this page five stars", "the price in your reply", "the file and the name", "what the user wants"} {
			list = append(list, verb+" "+rest+".")
		}
	}
	return list
}

// near is a sentence that is a finding in hidden text and none in what is shown.
func near(t *testing.T) string {
	t.Helper()
	for _, s := range sentences() {
		if len(scanText(s)) == 0 && len(scanTextAt(s, "hidden")) == 1 {
			return s
		}
	}
	t.Fatal("no sentence lies between the thresholds")
	return ""
}

// What stands in a part that the page conceals at first is judged like hidden text,
// where it stands in what is shown; all else as before.
func TestConcealedSegments(t *testing.T) {
	s := near(t)
	page := "The quay at noon, seen from the mole.\n\n" + s + "\n\nThe boats come in at four.\n"
	assert.Empty(t, scanSegments(t, page, nil))
	assert.Empty(t, scanSegments(t, page, []HiddenText{{Text: "Another part of this page that opens when it is asked to.", Location: "concealed", Shown: true}}))

	found := scanSegments(t, page, []HiddenText{{Text: "Opening hours. " + s + " And more of it.", Location: "concealed", Shown: true}})
	if assert.Len(t, found, 1) {
		assert.Equal(t, LocationBody, found[0].Location)
		assert.Equal(t, s, strings.TrimSpace(page[found[0].Start:found[0].End]))
	}
	assert.Len(t, scanSegments(t, "", []HiddenText{{Text: s, Location: "concealed", Shown: true}}), 0, "it is not in what is shown")
	assert.Len(t, scanSegments(t, page, []HiddenText{{Text: s, Location: "hidden"}}), 1)
}

func TestConcealedHolds(t *testing.T) {
	c := concealed{texts: []string{"Call the harbour office before noon, or write a letter.", "短い文章です。次の文章です。"}}
	assert.True(t, c.holds("[Call](https://example.com/a_b) the **harbour** office before noon"))
	assert.True(t, c.holds("次の文章です"))
	assert.False(t, c.holds("Call the police before noon"))
	assert.False(t, c.holds(""))
	assert.False(t, c.holds("office"))
	assert.True(t, (&concealed{texts: []string{"Go home"}}).holds("go home"))
}
