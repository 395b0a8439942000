package visibility

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

func TestClassListsAreThoseOfTheAttribute(t *testing.T) {
	long := strings.Repeat("word ", maxClassList)
	var c classLists
	for range 2 {
		for _, classes := range []string{"", " ", "a", "a b", "b a", " card\twide\n", "card__title card__text", long[:maxClassList], long[:maxClassList+1]} {
			n := &html.Node{Type: html.ElementNode, Data: "p", Attr: []html.Attribute{{Key: "class", Val: classes}, {Key: "id", Val: "x"}}}
			want := append(appendClasses([]uint32{hashTag("p")}, classes), hashName(idKind, "x"))
			assert.Equal(t, want, c.appendNames(nil, n), "%q", classes)
			list, seen := c.find(classes)
			assert.Equal(t, len(classes) <= maxClassList, seen, "%q", classes)
			assert.Equal(t, len(classes) <= maxClassList, list != nil, "%q", classes)
		}
	}
}

func TestClassListsStaySmall(t *testing.T) {
	var c classLists
	for i := range 4 * maxHashes {
		classes := fmt.Sprintf("one two item-%d", i)
		list, seen := c.find(classes)
		require.False(t, seen, classes)
		require.Equal(t, appendClasses(nil, classes), c.of(list), classes)
	}
	assert.Less(t, len(c.hashes), maxHashes+8)
	c.reset()
	for i := range c.slots {
		assert.Zero(t, c.slots[i])
	}
}

func TestRecallKeepsElementsAndNamesApart(t *testing.T) {
	var r matchMemory
	a, b := new(html.Node), new(html.Node)
	assert.Nil(t, r.at(1, 0, a, "--x"))
	r.note(1, 0, rememberedMatch{a, "--x", "red", true})
	assert.Equal(t, "red", r.at(1, 0, a, "--x").value)
	assert.Nil(t, r.at(1, 0, b, "--x"), "another element")
	assert.Nil(t, r.at(1, 0, a, "--y"), "another name with the same hash")
	r.reset()
	assert.Nil(t, r.at(1, 0, a, "--x"))
}

// slowSheet is the sheet of a page that takes no short cuts: it keeps rules that
// match nothing and asks them all about every element.
func slowSheet(root *html.Node) *Checker {
	var s Checker
	for n := range root.Descendants() {
		if isStyle(n) {
			s.AddElement(n)
		}
	}
	s.freeze()
	s.hooks.any = true
	return &s
}

// sameReasons judges all of a page with short cuts and without.
func sameReasons(t *testing.T, page string) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return
	}
	var quick Checker
	AddPageStyles(&quick, root)
	slow := slowSheet(root)
	for n := range root.Descendants() {
		slow.recall.reset()
		if got, want := quick.HiddenReason(n), slow.HiddenReason(n); got != want {
			t.Fatalf("%q: %s %q is hidden by %q, want %q", page, n.Data, n.Attr, got, want)
		}
	}
}

const shortCutPage = `<html style="--a:#fff"><head><style>%s</style></head><body class="b c"><div id=i class="a b" hidden><p class=a style="color:var(--a)">x<b lang=en>y</b></p></div>` +
	`<section class="c d:e" data-x=1><i class=f title=T>z</i><svg viewBox="0 0 1 1"><text class=a>s</text></svg></section><ul><li class="a f">1<li>2</ul></body></html>`

func TestShortCutsChangeNothing(t *testing.T) {
	for _, css := range []string{
		"[hidden]{display:none}", "[data-x] *{opacity:0}", "[DATA-X]{opacity:0}", "[ data-x = '1' ]{opacity:0}", "[data-x~='1']{opacity:0}", "[title|=T]{opacity:0}",
		"[lang]:not(p){visibility:hidden}", ":not([hidden])>i{font-size:0}", "[viewbox]{opacity:0}", "[viewBox]{opacity:0}", "[data\\-x]{opacity:0}", "[x|title]{opacity:0}",
		"*{color:#fff}", ":root{color:#fff}", ":root [title]{opacity:0}", ":is(.a,.f){opacity:0}", ":is(.f){opacity:0}", ".zz,.a{opacity:0}", ".zz:is(.a,.b),.f{opacity:0}",
		".zz[title=','],.f{opacity:0}", ".zz(,.f{opacity:0}", ".zz:hover>.f,li{opacity:0}", ".zz+.f{opacity:0}", ".f:hover{opacity:0}", ".d\\:e{display:none}", ".zz.d\\:e,.c i{display:none}",
		".c>.f,::before,.a{text-indent:-999em}", ".a{color:var(--a)}.b{--a:#000}", ".b{--a:#000}.a{color:var(--a)}.a{--a:#fff}", "li{color:var(--b,#fff)}ul{--b:#111}.f{--b:#fff}",
		"text{display:none}", "svg text{display:none}", "LI{opacity:0}", "#i{display:none}.a{display:block}", "#I{display:none}", ".A{display:none}", ".a/*,*/.b{opacity:0}",
	} {
		sameReasons(t, fmt.Sprintf(shortCutPage, css))
	}
}

func FuzzShortCuts(f *testing.F) {
	f.Add("[hidden]{display:none}.a>b{color:var(--a)}")
	f.Add(".zz,.a:is(.b,.c) i{opacity:0}:root{--a:#000}#i{--a:red}")
	f.Add("*{color:var(--b,#fff)}@media screen{li+li{left:-999em;position:fixed}}")
	f.Fuzz(func(t *testing.T, css string) {
		if !strings.Contains(css, "<") && len(css) < 1000 {
			sameReasons(t, fmt.Sprintf(strings.ReplaceAll(shortCutPage, "%s", "%[1]s"), css))
		}
	})
}
