package page_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
)

// phraseLists reads the lists of phrases.txt.
func phraseLists(t testing.TB) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("internal/verdict/phrases.txt")
	require.NoError(t, err)
	lists := map[string][]string{}
	for name, list := range wordlist.Parse(string(text)) {
		lists[name] = list.Phrases
	}
	return lists
}

// The lists are as those need them who compare them with texts in lower case and take the
// first of a list that a text has.
func TestPhrasesAreWellFormed(t *testing.T) {
	for name, list := range phraseLists(t) {
		assert.Less(t, len(list), 256, name)
		for i, phrase := range list {
			assert.Equal(t, strings.TrimSpace(phrase), phrase, name)
			assert.NotContains(t, list[:i], phrase, name)
			if !slices.Contains([]string{"bot wall sources", "content calls", "tracking calls"}, name) {
				assert.Equal(t, strings.ToLower(phrase), phrase, name)
			}
			if !slices.Contains(unmatchedLists, name) {
				assert.GreaterOrEqual(t, len(phrase), 3, phrase)
			}
		}
	}
}

// unmatchedLists are those whose phrases may be of any length.
var unmatchedLists = []string{"waiting texts", "loading words", "loading verbs", "widget names", "parts that need scripts", "words for scripts", "list names", "root names",
	"loading classes", "loaded classes", "content calls", "tracking calls", "tracker addresses", "template types", "address words", "labels of advertisements"}

// phrasePages are pages that have a phrase of a list where that is looked for, and whose kind
// it tells. Beside some phrases more evidence has to stand.
var phrasePages = map[string]struct {
	html string // with the phrase in place of %s
	kind extract.VerdictKind
	what string // what is said of the phrase
}{
	"bot wall titles":      {"<title>%s</title><p>The harbour", extract.VerdictBotWall, "title"},
	"consent titles":       {"<title>%s</title><p>The harbour</p><button>Reject all</button>", extract.VerdictConsent, "title"},
	"missing titles":       {"<title>%s</title><p>The harbour", extract.VerdictSoft404, "title"},
	"maybe missing titles": {"<title>%s</title><p>The harbour", extract.VerdictSoft404, "title"},
	"login titles":         {"<title>%s</title><form><input name=user><input type=password></form>", extract.VerdictLogin, "title"},
	"bot wall texts":       {"<p>Harbour: %s.", extract.VerdictBotWall, "text"},
	"consent texts":        {"<p>Harbour: %s.</p><button>Reject all</button>", extract.VerdictConsent, "text"},
	"consent buttons":      {"<p>Harbour: nous utilisons des cookies</p><button>%s</button>", extract.VerdictConsent, "button"},
	"missing texts":        {"<p>Harbour: %s.", extract.VerdictSoft404, "text"},
	"login texts":          {"<p>Harbour: %s.", extract.VerdictLogin, "text"},
	"paywall texts":        {"<p>The tide turns at noon.</p><div class=paywall><p>Dear reader, %s.</p></div>", extract.VerdictPaywall, "text"},
	"paywall labels":       {"<p>The tide turns at noon.</p><div class=paywall><p>Dear reader, %s.</p></div>", extract.VerdictPaywall, "text"},
	"bot wall sources":     {`<script src="https://shore.example/%s"></script><p>The harbour`, extract.VerdictBotWall, "challenge script"},
	"waiting texts":        {`<div class=x><p>So: %s</p></div><script src=/app.js></script>`, extract.VerdictJSShell, "text"},
	"loading words":        {`<div class=x><p>%s</p></div><script src=/app.js></script>`, extract.VerdictJSShell, "text"},
	"loading verbs":        {`<div class=x><p>%s it</p></div><script src=/app.js></script>`, extract.VerdictJSShell, "text"},
}

// Each phrase tells the kind of page that its list is for, whatever the case of its letters;
// without its last one it doesn't.
func TestEachPhraseTells(t *testing.T) {
	for name, list := range phraseLists(t) {
		test, known := phrasePages[name]
		if !known {
			continue
		}
		for _, phrase := range list {
			evidence := func(text string) []string {
				doc := read(t, fmt.Sprintf(test.html, html.EscapeString(text)), extract.Options{})
				return doc.Verdict.Evidence
			}
			want := firstOf(list, phrase)
			if test.kind == extract.VerdictJSShell {
				want = phrase
			}
			says := func(evidence []string) bool {
				return slices.ContainsFunc(evidence, func(e string) bool {
					what, quote, _ := strings.Cut(e, ": ")
					return what == test.what && strings.Contains(strings.ToLower(quote), strings.ToLower(want))
				})
			}
			assert.True(t, says(evidence(phrase)), "%s: %q: %q", name, phrase, evidence(phrase))
			if capitals := strings.ToUpper(phrase); name != "bot wall sources" && strings.ToLower(capitals) == phrase {
				assert.True(t, says(evidence(capitals)), "%s: %q: %q", name, capitals, evidence(capitals))
			}
			if cut := phrase[:len(phrase)-1]; utf8.ValidString(cut) && test.kind != extract.VerdictJSShell && firstOf(list, cut) != want {
				assert.False(t, says(evidence(cut)), "%s: %q: %q", name, cut, evidence(cut))
			}
		}
	}
}

// firstOf returns the first phrase of a list that a text has.
func firstOf(list []string, text string) string {
	for _, p := range list {
		if strings.Contains(text, p) {
			return p
		}
	}
	return ""
}

// assertFirstPhrase asserts that a short text which keeps programs out is told by the first
// phrase of the list that it has, and no other text is.
func assertFirstPhrase(t *testing.T, list []string, text string) {
	t.Helper()
	doc := read(t, "<p>"+html.EscapeString(text), extract.Options{})
	if want := firstOf(list, strings.ToLower(text)); want != "" {
		assert.Equal(t, []string{"text: " + want}, doc.Verdict.Evidence, "%q", text)
	} else {
		assert.NotEqual(t, extract.VerdictBotWall, doc.Verdict.Kind, "%q", text)
	}
}

func TestFirstPhraseTells(t *testing.T) {
	list := phraseLists(t)["bot wall texts"]
	for _, text := range []string{
		"40", "ray id", "RAY ID", "xray idx", "ray i", "Ray ID: 7. Verify you are human.", "PRESS & HOLD", "press & hold & press", "press & hol", "UNGEWÖHNLICHEN DATENVERKEHR",
		"Sí, NO ERES UN ROBOT", "no eres un robo", "İ ray id", "войдите, ЧТОБЫ ray id", "é ray ıd",
	} {
		assertFirstPhrase(t, list, text)
	}
	for i, phrase := range list {
		if rest := phrase[1:]; utf8.ValidString(rest) {
			assertFirstPhrase(t, list, rest+" "+phrase+strings.ToUpper(list[(i+1)%len(list)]))
			assertFirstPhrase(t, list, rest)
		}
	}
}

func isUnseen(r rune) bool { return unicode.In(r, unicode.C, unicode.M, unicode.Z) && r != ' ' }

func FuzzFirstPhraseTells(f *testing.F) {
	f.Add("Please VERIFY you are human 404", "#px-captcha")
	f.Add("für Abonnenten", "cf-chl")
	list := phraseLists(f)["bot wall texts"]
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 200 || !utf8.ValidString(a+b) || strings.ContainsAny(a+b, "ÃÂâð") || strings.ContainsFunc(a+b, isUnseen) {
			return // what the parser or the repair of mojibake changes, or nobody sees
		}
		assertFirstPhrase(t, list, a+b)
		assertFirstPhrase(t, list, a+list[len(a)%len(list)]+b)
	})
}

// A list whose name the code doesn't have would be read by nobody, and a name without a list finds nothing.
func TestPhraseListsAreThoseOfTheCode(t *testing.T) {
	names := map[string]bool{}
	lists := regexp.MustCompile(`(?:has: \[\]string|in\w+: +)\{([^}]+)\}|(?:phrases\(|near\[|inNamed\[|hits\[)("[^"]+")`) // those of the rules and of the matchers, and each alone
	for _, file := range []string{"phrases.go", "shell.go", "paywall.go", "verdict.go"} {
		code, err := os.ReadFile("internal/verdict/" + file)
		require.NoError(t, err)
		for _, m := range lists.FindAllStringSubmatch(string(code), -1) {
			for name := range strings.SplitSeq(m[1]+m[2], ", ") {
				names[strings.Trim(name, `"`)] = true
			}
		}
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(names)), slices.Collect(maps.Keys(phraseLists(t))))
}
