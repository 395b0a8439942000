package object

// Bookmark is an entry of the document outline.
type Bookmark struct {
	Title string
	Level int // from 1
}

const (
	maxBookmarks     = 5000
	maxBookmarkDepth = 20
)

// Bookmarks returns the document outline in reading order.
func (d *Doc) Bookmarks() []Bookmark {
	root := d.Catalog()
	if root == nil {
		return nil
	}
	w := bookmarkWalk{d: d, seen: map[int]bool{}}
	if outlines := d.Dict(root["Outlines"]); outlines != nil {
		w.walk(outlines["First"], 1)
	}
	return w.found
}

type bookmarkWalk struct {
	d     *Doc
	seen  map[int]bool
	found []Bookmark
}

// walk adds the siblings from o on and what is below them.
func (w *bookmarkWalk) walk(o Object, level int) {
	for o != nil && level <= maxBookmarkDepth && len(w.found) < maxBookmarks {
		number := Number(o)
		if number != 0 && w.seen[number] {
			return
		}
		w.seen[number] = true
		item := w.d.Dict(o)
		if item == nil {
			return
		}
		if title := w.d.Text(item["Title"]); title != "" {
			w.found = append(w.found, Bookmark{title, level})
		}
		w.walk(item["First"], level+1)
		o = item["Next"]
	}
}
