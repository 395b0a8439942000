package content

// The least that the signs of a page must say for one that shows goods, or lists
// other pages, to be taken for it.
const (
	leastGoods = 0.2
	leastList  = 0.3
)

// Window reports whether the page of the last Choose looks like one that shows
// goods or lists other pages, by its address and what its head says.
func (c *Chooser) Window() bool {
	kinds := c.reader.page[fKind : fKind+KindCount]
	goods, list := kinds[KindOf("product")], kinds[KindOf("listing")]
	rest := max(kinds[KindOf("article")], kinds[KindOf("forum")], kinds[KindOf("documentation")])
	return goods > max(rest, leastGoods) || list > max(rest, leastList)
}
