package object_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestPageBoxes goes by ISO 32000-2, section 7.7.3.4: boxes and rotation are
// inherited one by one.
func TestPageBoxes(t *testing.T) {
	for _, c := range []struct {
		name, tree, page string
		want             object.Rect
		rotate           int
	}{
		{"of the tree", "/MediaBox[0 0 200 300]", "", object.Rect{0, 0, 200, 300}, 0},
		{"of the page", "/MediaBox[0 0 200 300]", "/MediaBox[0 0 50 60]", object.Rect{0, 0, 50, 60}, 0},
		{"none", "", "", object.Rect{0, 0, 612, 792}, 0},
		{"corners in any order", "", "/MediaBox[200 300 0 10]", object.Rect{0, 10, 200, 300}, 0},
		{"crop of the page", "/MediaBox[0 0 200 300]", "/CropBox[10 20 100 150]", object.Rect{10, 20, 100, 150}, 0},
		{"crop of the tree, media of the page", "/CropBox[10 20 100 150]", "/MediaBox[0 0 200 300]", object.Rect{10, 20, 100, 150}, 0},
		{"crop beyond the media", "", "/MediaBox[0 0 200 300]/CropBox[-50 100 900 900]", object.Rect{0, 100, 200, 300}, 0},
		{"crop beside the media", "", "/MediaBox[0 0 200 300]/CropBox[500 500 600 600]", object.Rect{0, 0, 200, 300}, 0},
		{"crop without an area", "", "/MediaBox[0 0 200 300]/CropBox[5 5 5 5]", object.Rect{0, 0, 200, 300}, 0},
		{"box that is none", "", "/MediaBox[0 0 (a) 300]", object.Rect{0, 0, 612, 792}, 0},
		{"turned by the tree", "/Rotate 90", "", object.Rect{0, 0, 612, 792}, 90},
		{"turned by the page", "/Rotate 90", "/Rotate 0", object.Rect{0, 0, 612, 792}, 0},
		{"turned twice", "", "/Rotate 450", object.Rect{0, 0, 612, 792}, 90},
		{"turned back", "", "/Rotate -180", object.Rect{0, 0, 612, 792}, 180},
		{"turned a little", "", "/Rotate 45", object.Rect{0, 0, 612, 792}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pdftest.New("")
			f.Objects[2] = "<</Type/Pages/Kids[10 0 R]/Count 1" + c.tree + ">>"
			f.Objects[10] = "<</Type/Page/Parent 2 0 R" + c.page + ">>"
			pages := open(t, f).Pages()
			require.Len(t, pages, 1)
			assert.Equal(t, c.want, pages[0].Box)
			assert.Equal(t, c.rotate, pages[0].Rotate)
		})
	}
}

// TestResourcesAreInherited whole, not entry by entry.
func TestResourcesAreInherited(t *testing.T) {
	f := pdftest.New("", "")
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Resources<</XObject<</X 4 0 R>>>>>>"
	pages := open(t, f).Pages()
	require.Len(t, pages, 2)
	assert.Nil(t, pages[0].Resources["Font"])
	assert.NotNil(t, pages[1].Resources["Font"])
}

// TestPageTrees that are not what they should be.
func TestPageTrees(t *testing.T) {
	for _, c := range []struct {
		name, pages string
		want        int
	}{
		{"the same page twice", "<</Type/Pages/Kids[10 0 R 10 0 R]>>", 1},
		{"a tree in itself", "<</Type/Pages/Kids[2 0 R 10 0 R]>>", 1},
		{"kids that are none", "<</Type/Pages/Kids[null 5 (a) 10 0 R 99 0 R]>>", 1},
		{"count that lies", "<</Type/Pages/Kids[10 0 R 20 0 R]/Count 77>>", 2},
		{"page in place of the tree", "10 0 R", 1},
		{"no kids at all", "<</Type/Pages/Kids[]>>", 2},
		{"not a tree", "(pages)", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Len(t, open(t, pdftest.New("a", "b").With(2, c.pages)).Pages(), c.want)
		})
	}
}

func TestOutline(t *testing.T) {
	for _, c := range []struct {
		name    string
		objects map[int]string
		want    []object.Bookmark
	}{
		{"levels", map[int]string{50: "<</First 51 0 R>>", 51: "<</Title(a)/First 52 0 R/Next 53 0 R>>", 52: "<</Title(b)>>", 53: "<</Title<FEFF00E9>>>"}, []object.Bookmark{{"a", 1}, {"b", 2}, {"é", 1}}},
		{"next that leads back", map[int]string{50: "<</First 51 0 R>>", 51: "<</Title(a)/Next 52 0 R>>", 52: "<</Title(b)/Next 51 0 R>>"}, []object.Bookmark{{"a", 1}, {"b", 1}}},
		{"first that leads back", map[int]string{50: "<</First 51 0 R>>", 51: "<</Title(a)/First 51 0 R>>"}, []object.Bookmark{{"a", 1}}},
		{"no title", map[int]string{50: "<</First 51 0 R>>", 51: "<</First 52 0 R>>", 52: "<</Title(b)>>"}, []object.Bookmark{{"b", 2}}},
		{"not an outline", map[int]string{50: "(outline)"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pdftest.New("").With(1, "<</Type/Catalog/Pages 2 0 R/Outlines 50 0 R>>")
			for n, o := range c.objects {
				f.With(n, o)
			}
			assert.Equal(t, c.want, open(t, f).Bookmarks())
		})
	}
}

func TestFontNames(t *testing.T) {
	for name, want := range map[string]string{"ABCDEF+Arial": "Arial", "Arial": "Arial", "abcdef+Arial": "abcdef+Arial", "ABC+Arial": "ABC+Arial", "ABCDEF+": "ABCDEF+", "": ""} {
		assert.Equal(t, want, object.FontName(name), name)
	}
}

func TestInflatedCountsEachStreamOnce(t *testing.T) {
	f := pdftest.New("BT ET")
	f.With(20, "<</Type/Page/Parent 2 0 R/Contents 11 0 R>>").With(30, "<</Type/Page/Parent 2 0 R/Contents[11 0 R]>>").
		With(2, "<</Type/Pages/Kids[10 0 R 20 0 R 30 0 R]/Count 3/MediaBox[0 0 612 792]>>")
	d, err := object.Open(t.Context(), f.Bytes())
	require.NoError(t, err)
	pages := d.Pages()
	require.Len(t, pages, 3)
	for _, p := range pages {
		assert.Contains(t, string(d.Contents(p)), "BT ET")
	}
	assert.Equal(t, len("BT ET"), d.Inflated())
}
