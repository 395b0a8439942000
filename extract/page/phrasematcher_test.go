package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEveryPhraseMatches(t *testing.T) {
	for k, list := range phrases()[:matchedListCount] {
		for _, phrase := range list {
			about := phraseList(k)
			assert.GreaterOrEqual(t, len(phrase), 3)
			var exact, folded, half phraseHits
			in := targetOf(about)
			exact.match(in, []byte("So: "+phrase+"."), nil)
			folded.match(in, []byte("SO: "+strings.ToUpper(phrase)+"."), nil)
			half.match(in, []byte(phrase[:len(phrase)-1]), nil)
			want := firstOf(list, phrase)
			assert.Equal(t, want, exact.phrase(about), "%q", phrase)
			if in != inSources && phrase == strings.ToLower(strings.ToUpper(phrase)) {
				assert.Equal(t, want, folded.phrase(about), "%q", phrase)
			}
			assert.NotEqual(t, phrase, half.phrase(about), "%q", phrase)
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

func TestPhraseMatcher(t *testing.T) {
	for _, test := range []struct {
		text  string
		topic phraseList
		want  string
	}{
		{"", botWallTexts, ""},
		{"on", botWallTexts, ""},
		{"PRESS & HOLD", botWallTexts, "press & hold"},
		{"Ray ID: 7. Verify you are human.", botWallTexts, "verify you are human"}, // the first of the list, not of the text
		{"Seite NICHT VERFÜGBAR", missingTitles, "nicht verfügbar"},
		{"#px-captcha\n", botWallSources, "px-captcha"},
		{"_incapsula_resource", botWallSources, ""},
	} {
		var s phraseHits
		s.match(targetOf(test.topic), []byte(test.text), nil)
		assert.Equal(t, test.want, s.phrase(test.topic), "%q", test.text)
	}
	var s phraseHits
	s.match(inPaywall, []byte("Subscribe to read"), nil)
	s.match(inPaywall, []byte("To continue reading, pay."), nil)
	assert.Equal(t, "subscribe to read", s.phrase(paywallTexts))
}

// sameMatches looks for every phrase at every place in turn.
func sameMatches(t *testing.T, text string) {
	t.Helper()
	var scratch []byte
	for p := range targetCount {
		var got, want phraseHits
		scratch = got.match(p, []byte(text), scratch)
		searched := text
		if p != inSources {
			searched = strings.ToLower(text)
		}
		for k, list := range phrases()[:matchedListCount] {
			for i, phrase := range list {
				if targetOf(phraseList(k)) == p && want[k] == 0 && strings.Contains(searched, phrase) {
					want[k] = uint8(i + 1)
				}
			}
		}
		assert.Equal(t, want, got, "place %d of %q", p, text)
	}
}

func TestMatchesMissNothing(t *testing.T) {
	for _, text := range []string{
		"", "40", "404", "x404", "4404 Gone", "ray id", "RAY ID", "xray idx", "#px-captcha\n", "#PX-CAPTCHA\n", "<div id=#app\nkpsdk", "unSUBSCRIBE to continue reading with a",
		"il vous reste", "İl vous reste", "NICHT VERFÜGBAR\xff", "\xc3", "войдите, ЧТОБЫ", "assine para assine para", "assine par", "already a subscriber?", "press & hold & press",
	} {
		sameMatches(t, text)
	}
	for _, list := range phrases()[:matchedListCount] {
		for i, phrase := range list {
			sameMatches(t, phrase[1:]+" "+phrase+strings.ToUpper(list[(i+1)%len(list)])+phrase[:len(phrase)-1])
		}
	}
}

func FuzzPhraseMatcher(f *testing.F) {
	f.Add("Please VERIFY you are human 404", "#px-captcha\n")
	f.Add("für Abonnenten", "cf-chl")
	f.Fuzz(func(t *testing.T, a, b string) {
		sameMatches(t, a+b)
		sameMatches(t, a+phrases()[paywallTexts][len(a)%len(phrases()[paywallTexts])]+b)
	})
}

func BenchmarkPhraseMatcher(b *testing.B) {
	text := []byte(strings.Repeat("In the year 1907 the board met four times, heard the pilots and the fishermen, and wrote minutes. ", 20))
	for name, p := range map[string]matchTarget{"title": inTitle, "text": inText, "paywall": inPaywall, "sources": inSources} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var s phraseHits
				s.match(p, text, nil)
			}
		})
	}
}
