package visibility_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// coverOf is a page whose secret an empty element lies over.
func coverOf(sheet, body string) string {
	return "<!DOCTYPE html><style>.w{position:relative}.v{position:absolute;inset:0;background:#fff}" + sheet + "</style><body>" + strings.ReplaceAll(body, "SECRET", secret)
}

const covered = "<div class=w><p>SECRET</p><div class=v></div></div>"

func TestCovered(t *testing.T) {
	root, s := parse(t, coverOf("", "before"+covered+"after"))
	text, reason := shown(root, s)
	assert.Equal(t, "beforeafter", strings.TrimSpace(text))
	assert.Equal(t, "covered", reason)
}

// What lies over text for a while is not taken for a cover: a browser shows the same
// picture as of one that stays, so the text is content.
func TestCoversThatGoAway(t *testing.T) {
	for name, page := range map[string]string{
		"preloader":            coverOf(".preloader{position:fixed;inset:0;background:#fff;z-index:9999}", "<div class=preloader></div><main><p>SECRET</p></main>"),
		"over the page":        coverOf("#cover{position:absolute;inset:0;background:#000}", "<main><p>SECRET</p></main><div id=cover></div>"),
		"over most of it":      coverOf("", "<div class=w><p>SECRET</p><p>"+strings.Repeat("Text of the page. ", 40)+"</p><div class=v></div></div>"),
		"skeleton":             coverOf("", `<div class="w skeleton"><p>SECRET</p><div class=v></div></div>`),
		"slides":               coverOf(".slide{position:absolute;inset:0;background:#fff}", "<div class=w><div class=slide>SECRET</div><div class=slide>Two</div></div>"),
		"slides of text":       coverOf("", "<div class=w><div class=v>SECRET</div><div class=v>Two</div></div>"),
		"a form in front":      coverOf("", "<div class=w><p>SECRET</p><div class=v><input></div></div>"),
		"animated":             coverOf(".v{animation:x 1s}", covered),
		"reveals":              coverOf(".v{transition:transform .8s}", covered),
		"lifted when hovered":  coverOf(".w:hover .v{opacity:0}", covered),
		"lifted by a class":    coverOf(".w.done .v{display:none}", covered),
		"lifted by another id": coverOf(".ready #v{height:0}", "<div class=w><p>SECRET</p><div class=v id=v></div></div>"),
		"comes with a scroll":  coverOf("", "<div class=w data-aos=fade><p>SECRET</p><div class=v></div></div>"),
		"menu":                 coverOf("", "<nav class=w><p>SECRET</p><div class=v></div></nav>"),
		"other sheets":         `<link rel=stylesheet href=a.css>` + coverOf("", covered),
		"without scripts":      coverOf("", "<div class=w><p>SECRET</p><noscript><div class=v></div></noscript></div>"),
		"picture of unknown opacity": coverOf(".w img{position:absolute;inset:0;width:100%;height:100%}",
			"<div class=w><p>SECRET</p><img src=a.png></div>"),
		"photo that fits in": coverOf(".w img{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}",
			"<div class=w><p>SECRET</p><img src=a.jpg></div>"),
		"glitch": coverOf(".w::after{content:attr(data-text);position:absolute;inset:0;background:#fff}", "<h1 class=w data-text=x>SECRET</h1>"),
		"flip card": `<style>.card:hover .inner{transform:rotateY(180deg)}.inner{transform-style:preserve-3d;transition:transform .6s}.back{backface-visibility:hidden;transform:rotateY(180deg)}</style>` +
			"<div class=card><div class=inner><div class=back>" + secret + "</div></div></div>",
		"opens": `<style>.a{display:grid;grid-template-rows:0fr;transition:grid-template-rows .3s}.a>div{overflow:hidden}</style><div class=a><div>` + secret + "</div></div>",
	} {
		root, s := parse(t, page)
		text, _ := shown(root, s)
		assert.Contains(t, text, secret, name)
	}
}

// Rules that say nothing about a cover in another state don't lift it, nor do those of
// names that only begin like its own.
func TestCoversThatStay(t *testing.T) {
	for name, page := range map[string]string{
		"photo":         coverOf(".w img{position:absolute;inset:0;width:100%;height:100%}", "<div class=w><p>SECRET</p><img src='/a.JPG?w=5'></div>"),
		"coloured":      coverOf(".v:hover{color:red}", covered),
		"another class": coverOf(".wide:hover .vast{display:none}.v-x.open{opacity:0}", covered),
		"own sheets":    `<link rel=stylesheet href=a.css>` + coverOf("", `<div style="position:relative"><p>SECRET</p><b style="position:absolute;inset:0;background:#fff"></b></div>`),
	} {
		root, s := parse(t, page)
		text, _ := shown(root, s)
		assert.NotContains(t, text, secret, name)
	}
}

// Covers within covers are followed so far, and beyond that the answer is told to be
// unknown. Here each box is painted over the cover of the one around it.
func TestCoversWithinCovers(t *testing.T) {
	nested := func(n int) string {
		return coverOf(".w::after{content:'';position:absolute;inset:0;background:#fff}.w .w{z-index:1}", strings.Repeat("<div class=w>", n)+"SECRET"+strings.Repeat("</div>", n))
	}
	for n, want := range map[int]bool{16: false, 17: true} {
		root, s := parse(t, nested(n))
		text, _ := shown(root, s)
		assert.Equal(t, want, strings.Contains(text, secret), n)
		assert.Equal(t, want, s.Exceeded(), n)
	}
}

// The element that a box is positioned in is looked for so far.
func TestCoverFarFromItsContainer(t *testing.T) {
	for n, want := range map[int]bool{7: false, 8: true} {
		root, s := parse(t, coverOf("", "<div class=w>SECRET"+strings.Repeat("<div>", n)+"<div class=v></div>"))
		text, _ := shown(root, s)
		assert.Equal(t, want, strings.Contains(text, secret), n)
	}
}
