package webfetch_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// mill writes pages that are made up as pages of the web are: of 150 to 200 KB a
// third is programs and data, a sixth style sheets, a third tags (about a thousand
// elements with 1.3 attributes that somebody reads and as many that nobody does), and
// less than a tenth is text, most of it not the content. Real ones differ more from
// each other and cost more: see the flag corpus.
type mill struct {
	strings.Builder
	rnd   *rand.Rand
	words []string
}

func newMill(seed uint64) *mill {
	words := strings.Fields("the a of and to in harbour tide boat keeper light north water evening board report crew cargo rope weather coast signal " +
		"winter captain island pilot market morning channel current storm bridge lantern engine island village ferry timber anchor sailor wharf between " +
		"because although several council decided yesterday reported measured expected remained returned described carried almost nobody everything " +
		"another without during against through beyond nearly twice hundred metres hours people prices repairs season visitors number question answer")
	return &mill{rnd: rand.New(rand.NewPCG(seed, 1)), words: words}
}

func (s *mill) f(format string, args ...any) { fmt.Fprintf(s, format, args...) }

// say writes about n words as sentences.
func (s *mill) say(n int) string {
	var b strings.Builder
	for i, left := 0, 0; i < n; i++ {
		word := s.words[s.rnd.IntN(len(s.words))]
		if left == 0 {
			left = 6 + s.rnd.IntN(16)
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		b.WriteString(word)
		switch left--; {
		case left == 0:
			b.WriteString(". ")
		case s.rnd.IntN(9) == 0:
			b.WriteString(", ")
		default:
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), ", .") + "."
}

func (s *mill) class() string {
	return fmt.Sprintf("c-%s c-%s--%d", s.words[s.rnd.IntN(len(s.words))], s.words[s.rnd.IntN(len(s.words))], s.rnd.IntN(40))
}

func (s *mill) head(kind string) {
	s.f("<!DOCTYPE html>\n<html lang=\"en\" class=\"no-js\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s – Harbour Gazette</title>\n", s.say(6))
	for name := range strings.FieldsSeq("og:title og:description og:image og:image:width og:locale og:site_name twitter:card twitter:site fb:app_id theme-color msapplication-tile") {
		s.f("<meta property=\"%s\" content=\"%s\"/>\n", name, s.say(5))
	}
	s.f("<meta property=\"og:type\" content=\"%s\"><link rel=\"canonical\" href=\"https://gazette.example/%s/1\">\n", kind, kind)
	for i := range 18 {
		s.f("<link rel=\"%s\" href=\"https://cdn.gazette.example/assets/%d/bundle.%x.css\" as=\"style\" crossorigin>\n", []string{"preload", "stylesheet", "dns-prefetch", "icon"}[i%4], i, s.rnd.Uint64())
	}
	for i := range 4 {
		s.f("<style id=\"sheet-%d\">\n", i)
		for range 70 {
			s.f(".%s .%s{display:flex;margin:0 %dpx;padding:%dpx;color:#%06x;font-size:%dpx}\n", strings.Fields(s.class())[0], strings.Fields(s.class())[1], s.rnd.IntN(40), s.rnd.IntN(40), s.rnd.IntN(1<<24), 10+s.rnd.IntN(20))
		}
		s.f(".no-js .lazy,.is-hidden{display:none}@media (min-width:%dpx){.c-menu{visibility:hidden}}</style>\n", 300*i)
	}
	for i := range 9 {
		s.f("<script async src=\"https://cdn.gazette.example/js/%d.%x.js\"></script>\n", i, s.rnd.Uint64())
	}
	s.program(12 << 10)
	s.program(28 << 10)
	s.f("<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":\"NewsArticle\",\"headline\":%q,\"datePublished\":\"2024-05-02T08:00:00Z\",\"author\":{\"@type\":\"Person\",\"name\":\"Ada Finch\"},\"description\":%q}</script>\n</head>\n<body class=\"%s %s\">\n", s.say(8), s.say(30), kind, s.class())
}

// program writes a script of n bytes.
func (s *mill) program(n int) {
	s.f("<script>")
	for end := s.Len() + n; s.Len() < end; {
		s.f("!function(e,t){var n=e[%d]||t;return n<t?function(r){return r&&n(r,%q)}:null}(window,%d);", s.rnd.IntN(99), s.words[s.rnd.IntN(len(s.words))], s.rnd.IntN(1<<20))
	}
	s.f("</script>\n")
}

func (s *mill) icon() {
	s.f("<svg class=\"icon\" width=\"24\" height=\"24\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M%d 4.5c-3.1 0-5.6 2.4-5.6 5.5s2.5 5.5 5.6 5.5l%d-2.2z\" fill=\"currentColor\"/></svg>", s.rnd.IntN(24), s.rnd.IntN(24))
}

// menu writes a list of n links.
func (s *mill) menu(tag string, n int) {
	s.f("<%s class=\"%s\" role=\"navigation\" data-component=\"menu\">\n  <ul class=\"%s\">\n", tag, s.class(), s.class())
	for range n {
		s.f("    <li class=\"menu-item %s\" data-index=\"%d\">\n      <a href=\"/%s/%s?ref=nav&amp;p=%d\" class=\"menu-link\" data-track=\"nav\" onclick=\"go(this)\"><span>%s</span></a>\n    </li>\n", s.class(), s.rnd.IntN(99), s.words[s.rnd.IntN(40)], s.words[s.rnd.IntN(40)], s.rnd.IntN(9), strings.TrimSuffix(s.say(2), "."))
	}
	s.f("  </ul>\n</%s>\n", tag)
}

// cards writes n teasers.
func (s *mill) cards(n int) {
	s.f("<div class=\"grid %s\">\n", s.class())
	for range n {
		s.f("  <div class=\"card %s\" data-id=\"%d\" tabindex=\"0\">\n    <a href=\"/story/%d\" title=\"%s\" class=\"card-link\" target=\"_blank\" rel=\"noopener\">\n      <img class=\"lazy %s\" src=\"/img/%d-large-picture.jpg\" srcset=\"/img/%d-400.jpg 400w, /img/%d-800.jpg 800w\" sizes=\"100vw\" width=\"400\" height=\"300\" alt=\"%s\" loading=\"lazy\">\n      <h3 class=\"card-title\">%s</h3>\n    </a>\n    <p class=\"card-text\">%s</p>\n    <button type=\"button\" class=\"btn\" aria-label=\"Save\" data-action=\"save\">", s.class(), s.rnd.IntN(1<<20), s.rnd.IntN(1<<20), s.say(4), s.class(), s.rnd.IntN(999), s.rnd.IntN(999), s.rnd.IntN(999), s.say(5), s.say(7), s.say(18))
		s.icon()
		s.f("</button>\n    <!-- /card -->\n  </div>\n")
	}
	s.f("</div>\n")
}

// prose writes n paragraphs with a heading now and then.
func (s *mill) prose(n int) {
	for i := range n {
		if i%6 == 2 {
			s.f("<h2 id=\"part-%d\">%s</h2>\n", i, s.say(5))
		}
		s.f("<p>%s <a href=\"/%s\">%s</a> %s</p>\n", s.say(20+s.rnd.IntN(40)), s.words[s.rnd.IntN(40)], strings.TrimSuffix(s.say(3), "."), s.say(15))
	}
}

// posts writes n posts of a forum.
func (s *mill) posts(n int) {
	for i := range n {
		s.f("<div class=\"post %s\" id=\"post-%d\"><div class=\"author\"><a href=\"/user/%d\">%s</a><span class=\"date\">2024-05-%02d</span></div><div class=\"message\">\n<p>%s</p></div><ul class=\"actions\"><li><a href=\"#\" data-post=\"%d\">Reply</a></li><li><a href=\"#\">Like</a></li></ul></div>\n", s.class(), i, i, s.words[s.rnd.IntN(40)], 1+i%28, s.say(30+s.rnd.IntN(60)), i)
	}
}

func (s *mill) foot() {
	s.cards(12)
	s.menu("footer", 50)
	for range 3 {
		s.program(3 << 10)
	}
	s.program(20 << 10)
	s.f("</body>\n</html>\n")
}

// milledPages returns twelve pages of four kinds.
func milledPages() (pages [][]byte) {
	for i := range uint64(12) {
		s := newMill(i)
		kind := []string{"article", "listing", "forum", "docs"}[i%4]
		s.head(kind)
		s.menu("nav", 60)
		s.f("<main class=\"%s\"><article class=\"%s\"><h1>%s</h1>\n", s.class(), s.class(), s.say(7))
		switch kind {
		case "listing":
			s.cards(50)
		case "forum":
			s.posts(40)
		case "docs":
			s.prose(14)
			s.f("<pre><code class=\"language-go\">%s</code></pre><table><tr><th>Name</th><th>Value</th></tr>%s</table>\n", strings.Repeat("func main() {\n\tfmt.Println(\"tide\")\n}\n", 8), strings.Repeat("<tr><td>level</td><td>3.2</td></tr>\n", 30))
		default:
			s.prose(24)
		}
		s.f("</article><aside class=\"sidebar\">")
		s.cards(10)
		s.f("</aside></main>\n")
		s.foot()
		pages = append(pages, []byte(s.String()))
	}
	return pages
}
