package chunk

// container takes a block that holds others: a list, a quote, footnotes, HTML.
// It goes by lines: items begin at markers, paragraphs behind blank lines, and
// code in fences stays together.
func (s *scanner) container(start, end int) {
	c := containerScan{scanner: s, end: end, from: -1}
	for i := start; i < end; {
		i = c.line(i)
	}
	c.flush()
}

// containerScan is the state of scanning a container.
type containerScan struct {
	*scanner
	end   int
	from  int // where the open piece begins; -1 if there is none
	upTo  int // where it ends so far
	item  bool
	level int
	cut   float32
	cols  []int // indentation of the items around
}

// line takes the line at i and returns where the next one begins.
func (c *containerScan) line(i int) int {
	stop, next := lineEnd(c.md, i, c.end)
	at, width := indent(c.md[i:stop])
	text := c.md[i+at : stop]
	if text == "" {
		c.flush()
		return next
	}
	begin := i
	if n := marker(text); n > 0 {
		c.flush()
		c.begin(i+at, true, c.nest(width))
		inner, _ := indent(text[n:])
		begin, text = i+at, text[n+inner:]
	}
	if f := opens(text); f.n > 0 {
		return c.fenced(begin, i, stop, next, f)
	}
	switch {
	case c.from < 0:
		c.begin(i+at, false, len(c.cols))
		if c.md[i:i+at] != "" && hasQuote(c.md[i:i+at]) {
			c.from = i
		}
	case text[0] == '#' || text[0] == '|':
		item := c.item
		if c.from != begin { // not the first line of an item
			c.flush()
			c.begin(i+at, false, len(c.cols))
			_ = item
		}
	}
	c.upTo = stop
	return next
}

func hasQuote(prefix string) bool {
	for i := range len(prefix) {
		if prefix[i] == '>' {
			return true
		}
	}
	return false
}

// nest returns how deep an item at this indentation is.
func (c *containerScan) nest(width int) int {
	for len(c.cols) > 0 && c.cols[len(c.cols)-1] >= width {
		c.cols = c.cols[:len(c.cols)-1]
	}
	c.cols = append(c.cols, width)
	return len(c.cols) - 1
}

// begin opens a piece.
func (c *containerScan) begin(from int, item bool, level int) {
	c.from, c.upTo, c.item, c.level = from, from, item, level
	c.cut = cutItem - .08*float32(min(level, 4))
}

// flush ends the open piece.
func (c *containerScan) flush() {
	if c.from < 0 {
		return
	}
	if c.item {
		c.put(ItemUnit, c.level, c.from, c.upTo, c.cut)
	} else if n := len(c.out); true {
		c.sentences(c.from, c.upTo)
		if n < len(c.out) {
			c.out[n].cut = c.cut
		}
	}
	c.from = -1
}

// fenced takes the code that a fence opens in the line from i to stop; its
// piece begins at begin.
func (c *containerScan) fenced(begin, i, stop, next int, f fence) int {
	cut := c.cut
	if c.from >= 0 && c.from != begin {
		c.flush()
	}
	if c.from < 0 {
		cut = cutItem - .08*float32(min(len(c.cols), 4))
	}
	c.from = -1
	at, _ := indent(c.md[i:stop])
	if begin == i {
		begin = i + at
		if hasQuote(c.md[i : i+at]) {
			begin = i
		}
	}
	end := c.end
	for j := next; j < c.end; {
		e, n := lineEnd(c.md, j, c.end)
		in, _ := indent(c.md[j:e])
		if f.closes(c.md[j+in : e]) {
			end = e
			break
		}
		j = n
	}
	first := len(c.out)
	around := &frame{before: c.md[i:stop] + "\n", behind: "\n" + c.md[i:i+at] + f.String()}
	c.codeLines(begin, min(next, end), end, f, around)
	if first < len(c.out) {
		c.out[first].cut = cut
	}
	if end >= c.end {
		return c.end
	}
	_, n := lineEnd(c.md, end, c.end)
	return n
}
