package mdwriter

import "strings"

// Path is the text of the open heading of each level. The zero value is the
// place before the first heading.
type Path [7]string

// Enter opens a heading of level 1 to 6 and returns the path down to it, as
// extract.Heading.Path has it.
func (p *Path) Enter(level int, text string) string {
	p[level] = text
	clear(p[level+1:])
	parts := make([]string, 0, 6)
	for _, text := range p[1 : level+1] {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " > ")
}
