package features_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const (
	tide  = "The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry."
	poles = "Every spring the society measures the banks again, pole by pole, and writes the depths into a book that nobody but the pilots may borrow."
)

// values are those of one feature, by the first two words of a block, each of which stands
// once on the page.
type values map[string]float32

// placed returns the features of the blocks of a body, by name.
func placed(t *testing.T, body string, hints features.Hints, lex *features.Lexicon) func(feature string) values {
	t.Helper()
	r, p := begun(t, body, hints, lex)
	root := p.Head.HTML.Parent
	vectors := map[string]*features.FeatureVector{}
	for i := range p.Blocks {
		v := new(features.FeatureVector)
		r.BlockFeatures(i, v)
		name := firstWords(root, &p.Blocks[i])
		require.NotContains(t, vectors, name)
		vectors[name] = v
	}
	return func(feature string) values {
		of := values{}
		for name, v := range vectors {
			of[name] = v[features.Feature(feature)]
		}
		return of
	}
}

// firstWords returns the first two words of a block.
func firstWords(root *html.Node, b *measure.TextBlock) string {
	var text strings.Builder
	index := int32(0)
	for n := range root.Descendants() {
		if index++; index >= b.Start && index < b.End && n.Type == html.TextNode {
			text.WriteString(n.Data + " ")
		}
	}
	words := strings.Fields(text.String())
	return strings.Join(words[:min(2, len(words))], " ")
}

func TestPlaceOfTitleAndDescription(t *testing.T) {
	body := "<p><a href=/>Mudlark season opens today</a></p><h1>Season: mudlark opens today</h1><p>" + tide + "</p><p>" + poles + "</p>"
	place := placed(t, body, features.Hints{Title: "Mudlark season opens today | Shore", Description: strings.TrimSuffix(tide, ".") + " …"}, nil)
	assert.Equal(t, values{"Mudlark season": 1, "Season: mudlark": 1, "The flood": 0, "Every spring": 0}, place("share of its words in the title"))
	assert.Equal(t, values{"Mudlark season": 0.8, "Season: mudlark": 0.8, "The flood": 0, "Every spring": 0}, place("share of the title"))
	assert.Equal(t, values{"Mudlark season": -1, "Season: mudlark": 0, "The flood": 1, "Every spring": 2}, place("blocks since the title"))
	assert.Equal(t, values{"Mudlark season": 0, "Season: mudlark": 0, "The flood": 1, "Every spring": 0.25}, place("share of its words in the description"))
	assert.Equal(t, values{"Mudlark season": -2, "Season: mudlark": -1, "The flood": 0, "Every spring": 1}, place("blocks since the description"))
	place = placed(t, body, features.Hints{}, nil)
	assert.EqualValues(t, features.Unknown, place("blocks since the title")["The flood"])
	assert.EqualValues(t, features.Unknown, place("blocks since the description")["The flood"])
}

func TestPlaceAmongArticlesAndProse(t *testing.T) {
	place := placed(t, "<article><p>"+tide+"</p><div><p>"+poles+"</p></div></article><article><p>Now "+tide+"</p></article><p>end</p>", features.Hints{}, nil)
	assert.Equal(t, values{"The flood": 0, "Every spring": 0, "Now The": 1, "end": -1}, place("article"))
	assert.Equal(t, values{"The flood": 1, "Every spring": 1, "Now The": 1, "end": 0}, place("articles around"))
	assert.Equal(t, values{"The flood": 0, "Every spring": 1, "Now The": 2, "end": 3}, place("paragraphs before"))
	assert.Equal(t, values{"The flood": 2, "Every spring": 1, "Now The": 0, "end": 0}, place("paragraphs after"))
	assert.EqualValues(t, 0, place("share of prose after")["Now The"])
	assert.EqualValues(t, 1, place("share of prose before")["end"])
	share := place("share of the article")
	assert.InDelta(t, 1, share["The flood"]+share["Now The"], 1e-6)
	assert.EqualValues(t, -1, share["end"])
}

func TestPlaceFromTheDensestElement(t *testing.T) {
	place := placed(t, "<div><div><p>"+tide+"</p><p>"+poles+"</p></div><aside><ul><li>one<li>two</ul></aside></div>", features.Hints{}, nil)
	assert.Equal(t, values{"The flood": 1, "Every spring": 1, "one": 3, "two": 3}, place("steps up from the densest element"))
	assert.Equal(t, values{"The flood": 1, "Every spring": 1, "one": 2, "two": 2}, place("steps down to it"))
}

func TestPlaceAmongItsLike(t *testing.T) {
	card := func(name string) string {
		return "<div class=card><h3>" + name + "</h3><p>" + name + " costs five</p></div>"
	}
	place := placed(t, "<section>"+card("Heron")+card("Tern")+card("Auk")+"</section><p>alone</p>", features.Hints{}, nil)
	assert.EqualValues(t, 0, place("order among its like")["Heron"])
	assert.EqualValues(t, 1, place("order among its like")["Tern"])
	assert.EqualValues(t, 2, place("order among its like")["Auk"])
	assert.EqualValues(t, -1, place("order among its like")["alone"])
	assert.EqualValues(t, 3, place("number of its like")["Auk"])
	assert.EqualValues(t, 0, place("number of its like")["alone"])
	assert.InDelta(t, 1.0/3, place("share of the text of its parent")["Heron"], 1e-6)
}

func TestPlaceUnderLabelsAndHeadings(t *testing.T) {
	bad := map[uint32]float32{measure.HashWord("related"): -3}
	body := "<h1>Flats</h1><p>ebb</p><div><h2>Related</h2><h3>Banks</h3><p>flood</p></div><h2>Tides</h2><p>slack</p>"
	place := placed(t, body, features.Hints{}, features.NewLexicon(nil, bad, nil))
	want := values{"Flats": 0, "ebb": 0, "Related": -3, "Banks": -3, "flood": -3, "Tides": 0, "slack": 0}
	assert.Equal(t, want, place("least telling heading"))
	assert.Equal(t, want, place("least telling label"))
}

func TestEmphasis(t *testing.T) {
	for name, test := range map[string]struct {
		body          string
		italic, small float32
	}{
		"plain":               {"<p>words in a row</p>", 0, 0},
		"all italic":          {"<p><em>words in a row</em></p>", 2, 0},
		"begins with italics": {"<p><i>words</i> in a row</p>", 1, 0},
		"small and italic":    {"<p><small><em>words</em> in a row</small></p>", 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			place := placed(t, test.body, features.Hints{}, nil)
			assert.Equal(t, values{"words in": test.italic}, place("italics"))
			assert.Equal(t, values{"words in": test.small}, place("small print"))
		})
	}
}

func TestPlaceOutsideOfLinks(t *testing.T) {
	place := placed(t, "<p>See also: <a href=/b>the banks of spring</a></p>", features.Hints{}, nil)
	assert.Equal(t, values{"See also:": 2}, place("words outside of links"))
}

// The feature of a kind of elements or a topic of class names is 2 near a block, 1 further up
// and 0 elsewhere.
func TestWhatIsAroundABlock(t *testing.T) {
	r, p := begun(t, "<main class=comments><div><section><div><nav class='menu footer'><ul><li><p>near <b>the menu</b></ul></nav></div></section></div></main><p>far</p>", features.Hints{}, nil)
	var near, far features.FeatureVector
	r.BlockFeatures(0, &near)
	r.BlockFeatures(1, &far)
	for kind, want := range map[measure.ElementKinds]float32{measure.P: 2, measure.Li: 2, measure.Nav: 1, measure.Main: 1, measure.Section: 1, measure.Footer: 0, measure.Heading: 0} {
		assert.Equal(t, want, near[features.KindFeature(kind)], "kind %b", kind)
		assert.Equal(t, kind == measure.P, far[features.KindFeature(kind)] == 2, "kind %b", kind)
	}
	for topic, want := range map[measure.ClassTopics]float32{measure.ClassComment: 1, measure.ClassFooter: 1, measure.ClassAuthor: 0} {
		assert.Equal(t, want, near[features.TopicFeature(topic)], "topic %b", topic)
		assert.Zero(t, far[features.TopicFeature(topic)], "topic %b", topic)
	}
	for i := range p.Blocks {
		var v features.FeatureVector
		r.BlockFeatures(i, &v)
		leaf := &p.Elements[p.Blocks[i].Leaf]
		kinds, topics := p.Near(p.Blocks[i].Leaf)
		moreKinds, moreTopics := p.Near(p.Blocks[i].Element)
		for bit := range measure.ElementKindCount {
			k := measure.ElementKinds(1) << bit
			assert.Equal(t, degree(leaf.AnyKinds&k != 0, (kinds|moreKinds)&k != 0), v[features.KindFeature(k)], "kind %d", bit)
		}
		for bit := range measure.ClassTopicCount {
			c := measure.ClassTopics(1) << bit
			assert.Equal(t, degree(leaf.AnyTopics&c != 0, (topics|moreTopics)&c != 0), v[features.TopicFeature(c)], "topic %d", bit)
		}
	}
}

// degree is the sum of what is around a block and what is near it.
func degree(around, near bool) (sum float32) {
	for _, is := range []bool{around, near} {
		if is {
			sum++
		}
	}
	return sum
}
