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
func (d *Doc) Bookmarks() (found []Bookmark) {
	seen := map[int]bool{}
	var walk func(o Object, level int)
	walk = func(o Object, level int) { // over the siblings from o on and what is below them
		for o != nil && level <= maxBookmarkDepth && len(found) < maxBookmarks {
			number := Number(o)
			item := d.Dict(o)
			if item == nil || number != 0 && seen[number] {
				return
			}
			seen[number] = true
			if title := d.Text(item["Title"]); title != "" {
				found = append(found, Bookmark{title, level})
			}
			walk(item["First"], level+1)
			o = item["Next"]
		}
	}
	walk(d.Dict(d.Catalog()["Outlines"])["First"], 1)
	return found
}
