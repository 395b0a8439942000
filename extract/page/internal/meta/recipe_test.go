package meta_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

func TestRecipe(t *testing.T) {
	for _, c := range []struct{ name, head, ingredients, steps string }{
		{"lists of texts", ld(`{"@type":"Recipe","recipeIngredient":["2 cups flour"," 1 tsp\nsalt"],"recipeInstructions":["Mix.","Bake."]}`), "2 cups flour|1 tsp|salt", "Mix.|Bake."},
		{"one text", ld(`{"@type":"Recipe","ingredients":"flour","recipeInstructions":"Mix.\nBake."}`), "flour", "Mix.|Bake."},
		{"markup", ld(`{"@type":"Recipe","recipeInstructions":"<p>Mix &amp; knead.</p><ol><li>Rest.</li><li>Bake.</li></ol>"}`), "", "Mix & knead.|Rest.|Bake."},
		{"escaped markup", ld(`{"@type":"Recipe","recipeInstructions":"&lt;p&gt;Mix.&lt;/p&gt;&lt;p&gt;Bake.&lt;/p&gt;"}`), "", "Mix.|Bake."},
		{"steps", ld(`{"@type":["Recipe","NewsArticle"],"recipeInstructions":[{"@type":"HowToStep","name":"First","text":"Mix."},{"@type":"HowToStep","name":"Bake"}]}`), "", "Mix.|Bake"},
		{"sections", ld(`{"@type":"Recipe","recipeInstructions":[{"@type":"HowToSection","name":"Dough","itemListElement":[{"@type":"HowToStep","text":"Mix."}]},` +
			`{"@type":"HowToSection","name":"Oven","itemListElement":[{"@type":"HowToStep","text":"Bake."}]}]}`), "", "Dough|Mix.|Oven|Bake."},
		{"directions of steps", ld(`{"@type":"HowTo","step":[{"@type":"HowToStep","name":"Saw","itemListElement":[{"@type":"HowToDirection","text":"Mark it."},{"@type":"ListItem","item":{"text":"Cut it."}}]},"Glue."]}`), "", "Saw|Mark it.|Cut it.|Glue."},
		{"steps of a list", ld(`{"@type":"ItemList","itemListElement":[{"@type":"HowToStep","text":"Mix."}]}`), "", "Mix."},
		{"how to", ld(`{"@type":"HowTo","supply":{"@type":"HowToSupply","name":"glue"},"tool":["a saw"],"step":{"text":"Saw."}}`), "glue|a saw", "Saw."},
		{"in a graph", ld(`{"@graph":[{"@type":"WebPage","name":"Bread"},{"@type":"Recipe","recipeIngredient":["flour"]}]}`), "flour", ""},
		{"nothing", ld(`{"@type":"Recipe","name":"Bread","recipeIngredient":[],"recipeInstructions":null}`), "", ""},
		{"microdata is no text of its own", `<p itemprop=recipeIngredient>flour</p>`, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readPage(t, c.head, "").Recipe
			assert.Equal(t, c.ingredients, strings.Join(r.Ingredients, "|"))
			assert.Equal(t, c.steps, strings.Join(r.Steps, "|"))
		})
	}
}

func TestRecipeLines(t *testing.T) {
	r := readPage(t, ld(`{"@type":"Recipe","recipeIngredient":["0.5 cup Flour", "2"],"recipeInstructions":"Mix."}`)+
		`<ul><li itemprop=recipeIngredient>1 Zwiebel, groß<li itemprop=author>Ada</ul><p itemprop=recipeInstructions>Bake.`, "").Recipe
	var got []string
	for line := range r.Lines() {
		got = append(got, line)
	}
	slices.Sort(got)
	assert.Equal(t, []string{"bake", "cupflour", "mix", "zwiebelgroß"}, got)
	assert.True(t, r.Lines()[meta.LettersOnly("½ cup flour")])
	assert.Equal(t, "<ul><li>0.5 cup Flour</li><li>2</li></ul><ol><li>Mix.</li></ol>", r.HTML())
	none := readPage(t, "", "").Recipe
	assert.Empty(t, none.Lines())
	assert.Empty(t, none.HTML())
}
