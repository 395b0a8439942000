package linkstyle

import (
	"cmp"
	_ "embed"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
)

// isOwn reports whether a destination is a place of the page. A fragment like "#/install" or "#!install" names another
// page of an application that its scripts show.
func isOwn(dest, page string) bool {
	address, fragment, _ := strings.Cut(dest, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return false
	}
	if address == "" {
		return dest != ""
	}
	return page != "" && address == page
}

// cleanAddress returns a shorter destination that leads to the same page: past redirectors, without tracking
// parameters, and with letters instead of their percent-encoding (an IRI, RFC 3987).
func cleanAddress(dest string) string {
	if !strings.ContainsAny(dest, "?;%#") && !strings.Contains(dest, ":~:") && !strings.HasSuffix(dest, "#") {
		return dest
	}
	for range maxRedirects {
		dest = cmp.Or(redirectTarget(dest), dest)
	}
	rest, fragment, _ := strings.Cut(dest, "#")
	if directive := strings.Index(fragment, ":~:"); directive >= 0 {
		fragment = fragment[:directive] // what a browser marks on the page
	}
	if isProse(fragment) {
		fragment = ""
	}
	if fragment != "" {
		fragment = "#" + fragment
	}
	path, query, found := strings.Cut(rest, "?")
	if k := strings.Index(strings.ToLower(path), ";jsessionid="); k >= 0 && strings.IndexByte(path[k:], '/') < 0 {
		path = path[:k]
	}
	if found {
		path += cleanQuery(path, query)
	}
	return readable(path + fragment)
}

// minProseWords is how many words a fragment has that is rather a text than the name of an element.
const minProseWords = 12

// isProse reports whether a fragment reads like a text: the link leads to the same page without it. Names of elements
// are shorter; those of applications begin with a slash or an exclamation mark.
func isProse(fragment string) bool {
	if len(fragment) < 3*minProseWords || fragment[0] == '/' || fragment[0] == '!' {
		return false
	}
	words := strings.FieldsFunc(string(mdinline.Unescape([]byte(fragment))), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	return len(words) >= minProseWords
}

// cleanQuery returns the query of an address with its question mark, without the parameters that serve tracking and
// sessions, and without the text of a mail to be; the others are as they are written.
func cleanQuery(path, query string) string {
	if query == "" {
		return ""
	}
	var kept []string
	dropped := false
	host := hostOf(path)
	mail := len(path) >= len("mailto:") && strings.EqualFold(path[:len("mailto:")], "mailto:")
	for p := range strings.SplitSeq(strings.ReplaceAll(query, "&amp;", "&"), "&") {
		name, value, _ := strings.Cut(p, "=")
		name = strings.ToLower(strings.ReplaceAll(name, `\`, "")) // Markdown escapes "_"
		begins := slices.ContainsFunc(words()["tracking begins"].Phrases, func(entry string) bool { return strings.HasPrefix(name, entry) })
		session := isOf("session", name) || len(value) >= 32 && isOf("long session", name) && strings.Trim(strings.ToLower(value), "0123456789abcdef:") == ""
		if isOf("tracking", name) || begins || session || tracksOn(host, name) || mail && name == "body" {
			dropped = true
		} else {
			kept = append(kept, p)
		}
	}
	switch {
	case !dropped:
		return "?" + query
	case len(kept) == 0:
		return ""
	}
	return "?" + strings.Join(kept, "&")
}

func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if k := strings.IndexAny(rest, "/:"); k >= 0 {
		rest = rest[:k]
	}
	return strings.ToLower(rest)
}

// readable decodes percent-encoded UTF-8 of letters and digits in an address.
func readable(address string) string {
	if !strings.Contains(address, "%") {
		return address
	}
	return encoded().ReplaceAllStringFunc(address, func(run string) string {
		text, _ := url.PathUnescape(run)
		var b strings.Builder
		for i := 0; i < len(text); {
			r, size := utf8.DecodeRuneInString(text[i:])
			if unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
				b.WriteRune(r)
			} else {
				b.WriteString(run[3*i : 3*(i+size)])
			}
			i += size
		}
		return b.String()
	})
}

var encoded = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:%[0-9A-Fa-f]{2})+`) })

func tracksOn(host, name string) bool {
	for host != "" {
		label, rest, more := strings.Cut(host, ".")
		names, known := words()["on "+host]
		if !known && more {
			names, known = words()["on "+label+"."]
		}
		if known {
			return names.Matches(name)
		}
		host = rest
	}
	return false
}

const maxRedirects = 4

// redirectTarget returns the address that a redirector's address holds, "" for none.
func redirectTarget(address string) string {
	if _, query, _ := strings.Cut(address, "?"); !strings.Contains(query, "http") {
		return ""
	}
	u, err := url.Parse(string(mdinline.Unescape([]byte(address))))
	if err != nil || u.Host == "" || !isRedirector(u) {
		return ""
	}
	query := u.Query()
	for _, name := range words()["redirect target"].Phrases {
		if t := webAddress(query.Get(name)); t != "" && hostOf(t) != strings.ToLower(u.Hostname()) {
			return t
		}
	}
	return ""
}

func isRedirector(u *url.URL) bool {
	between := func(r rune) bool { return r == '.' || r == '/' }
	parts := strings.FieldsFunc(strings.ToLower(u.Hostname()+"/"+u.Path), between)
	return slices.ContainsFunc(parts, words()["redirector"].Has)
}

// webAddress returns an address of the web in a form that Markdown takes for a destination, "" for any other text.
func webAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return ""
	}
	return markdownSafe.Replace(u.String())
}

var markdownSafe = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "", "\t", "", `"`, "%22")

//go:embed words.txt
var wordsText string

var words = sync.OnceValue(func() map[string]wordlist.List { return wordlist.Parse(wordsText) })

func isOf(list, word string) bool { return words()[list].Has(word) }
