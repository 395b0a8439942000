package chunk

import "strings"

func (s *scanner) container(start, end int) {
	c := containerScan{scanner: s, end: end, first: len(s.out), from: -1}
	for i := start; i < end; {
		i = c.line(i)
	}
	c.flush()
}

type containerScan struct {
	*scanner
	end     int
	first   int  // index of the container's first segment
	from    int  // start of the open segment, or -1
	upTo    int  // where it ends so far
	item    bool // it is an item
	head    bool // the line before is a heading
	level   int
	indents []int // indentation of the items around
}

func (c *containerScan) line(i int) int {
	stop, next := lineEnd(c.md, i, c.end)
	at, width := indent(c.md[i:stop])
	text := c.md[i+at : stop]
	if text == "" {
		c.flush()
		c.blank(i, stop)
		return next
	}
	if n := marker(text); n > 0 {
		c.flush()
		for len(c.indents) > 0 && c.indents[len(c.indents)-1] >= width {
			c.indents = c.indents[:len(c.indents)-1]
		}
		c.indents = append(c.indents, width)
		c.open(c.segmentStart(i, at), true, len(c.indents)-1)
		inner, _ := indent(text[n:])
		text = text[n+inner:]
	}
	if f := openingFence(text); f.n > 0 {
		return c.fenced(i, at, next, text, f)
	}
	if c.from >= 0 && (c.head || c.from < i && text != "" && (text[0] == '#' || text[0] == '|')) { // a heading or a row of a table
		c.flush()
	}
	c.head = strings.HasPrefix(text, "#")
	if c.from < 0 {
		c.open(c.segmentStart(i, at), false, len(c.indents))
	}
	c.upTo = stop
	return next
}

func (c *containerScan) blank(i, stop int) {
	if strings.IndexByte(c.md[i:stop], '>') < 0 {
		return
	}
	if n := len(c.out); n > c.first {
		c.out[n-1].End = stop
	} else {
		c.put(OtherUnit, 0, i, stop, qualityItem)
	}
}

// segmentStart is where a segment begins whose line is at i, its text at more: the signs of a block quote
// belong to it, indentation does not.
func (c *containerScan) segmentStart(i, at int) int {
	if strings.IndexByte(c.md[i:i+at], '>') >= 0 {
		return i
	}
	return i + at
}

func (c *containerScan) open(from int, item bool, level int) {
	c.from, c.upTo, c.item, c.level = from, from, item, level
}

func nestedQuality(level int) float32 { return qualityItem - .08*float32(min(level, 4)) }

func (c *containerScan) flush() {
	if c.from < 0 {
		return
	}
	if first := len(c.out); c.item {
		c.put(ItemUnit, c.level, c.from, c.upTo, nestedQuality(c.level))
	} else {
		c.sentences(c.from, c.upTo)
		if first < len(c.out) {
			c.out[first].quality = nestedQuality(c.level)
		}
	}
	c.from = -1
}

// fenced takes the code block that the line at i opens, and returns where the line after the block begins.
// text is the line without the markers of items.
func (c *containerScan) fenced(i, at, next int, text string, f fence) int {
	from, level := c.segmentStart(i, at), len(c.indents)
	if c.from >= i { // the item that begins on this line
		from, level = c.from, c.level
	} else {
		c.flush()
	}
	c.from = -1
	prefix := ""
	if c.segmentStart(i, at) == i {
		prefix = c.md[i : i+at]
	}
	first := len(c.out)
	end := c.closing(next, f)
	c.codeLines(from, min(next, end), end, " \t>", f, &repeatedContext{before: prefix + text + "\n", after: "\n" + prefix + f.String()})
	if first < len(c.out) {
		c.out[first].quality = nestedQuality(level)
	}
	if end < c.end {
		_, end = lineEnd(c.md, end, c.end)
	}
	return end
}

func (c *containerScan) closing(i int, f fence) int {
	for i < c.end {
		stop, next := lineEnd(c.md, i, c.end)
		at, _ := indent(c.md[i:stop])
		if f.closes(c.md[i+at : stop]) {
			return stop
		}
		i = next
	}
	return c.end
}
