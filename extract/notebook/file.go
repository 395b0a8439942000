package notebook

import "strings"

// file is a notebook as far as it is read.
type file struct {
	cells    []cell
	cut      bool // there are more cells than are read
	title    string
	authors  []string
	language string // of the kernel
}

// cell is a cell with its outputs.
type cell struct {
	kind     string
	level    int
	source   string
	input    string // used instead of source in nbformat 3
	language string // nbformat 3
	outputs  []output
}

// output is an output of a code cell.
type output struct {
	kind        string
	text        string
	name, value string // of an error
	plain       string
	markdown    string
	image       bool
}

// readFile reads a notebook of either format. It reports false for what is no JSON object,
// or breaks off; s.err says why.
func readFile(s *stream) (f *file, ok bool) {
	f = &file{}
	isObject := s.members(func(key string) {
		switch strings.ToLower(key) {
		case "cells":
			f.readCells(s)
		case "worksheets": // nbformat 3
			s.items(func() {
				s.members(func(key string) {
					if strings.EqualFold(key, "cells") {
						f.readCells(s)
					} else {
						s.skip()
					}
				})
			})
		case "metadata":
			f.readMetadata(s)
		default:
			s.skip()
		}
	})
	return f, isObject && s.end()
}

func (f *file) readCells(s *stream) {
	f.cells, f.cut = appendObjects(s, f.cells, maxCells, (*cell).read)
}

// appendObjects reads an array and appends its objects to a slice, up to a length of most.
// It skips elements that are not objects, and reports whether the array has more elements.
func appendObjects[T any](s *stream, to []T, most int, read func(v *T, s *stream, key string)) (out []T, more bool) {
	s.items(func() {
		if more = len(to) == most; more {
			s.skip()
			return
		}
		var v T
		if s.members(func(key string) { read(&v, s, key) }) {
			to = append(to, v)
		}
	})
	return to, more
}

func (c *cell) read(s *stream, key string) {
	switch strings.ToLower(key) {
	case "cell_type":
		c.kind = s.text()
	case "level":
		c.level = s.number()
	case "source":
		c.source = s.lines()
	case "input":
		c.input = s.lines()
	case "language":
		c.language = s.text()
	case "outputs":
		c.outputs, _ = appendObjects(s, c.outputs, maxOutputs, (*output).read)
	default:
		s.skip()
	}
}

func (o *output) read(s *stream, key string) {
	switch strings.ToLower(key) {
	case "output_type":
		o.kind = s.text()
	case "text":
		o.text = s.lines()
	case "png", "jpeg", "svg": // nbformat 3
		o.image = true
		s.skip()
	case "ename":
		o.name = s.text()
	case "evalue":
		o.value = s.text()
	case "data":
		s.members(func(mediaType string) {
			switch {
			case mediaType == "text/plain":
				o.plain = s.lines()
			case mediaType == "text/markdown":
				o.markdown = s.lines()
			default:
				o.image = o.image || strings.HasPrefix(mediaType, "image/")
				s.skip()
			}
		})
	default:
		s.skip()
	}
}

func (f *file) readMetadata(s *stream) {
	kernel := ""
	s.members(func(key string) {
		switch strings.ToLower(key) {
		case "title":
			f.title = s.text()
		case "authors":
			s.items(func() {
				s.members(func(key string) { f.readAuthor(s, key) })
			})
		case "language_info":
			s.members(func(key string) { readInto(s, key, "name", &f.language) })
		case "kernelspec":
			s.members(func(key string) { readInto(s, key, "language", &kernel) })
		default:
			s.skip()
		}
	})
	if f.language == "" {
		f.language = kernel
	}
}

// maxAuthors bounds the authors that are named.
const maxAuthors = 50

func (f *file) readAuthor(s *stream, key string) {
	var name string
	if readInto(s, key, "name", &name); name != "" && len(f.authors) < maxAuthors {
		f.authors = append(f.authors, name)
	}
}

// readInto reads the value of key into text if it is the wanted one.
func readInto(s *stream, key, wanted string, text *string) {
	if strings.EqualFold(key, wanted) {
		*text = s.text()
	} else {
		s.skip()
	}
}

// fence returns a language as the info string of a code fence, or "" if it is not valid.
func fence(name string) string {
	name = strings.ToLower(name)
	if len(name) > 20 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+#-") != "" {
		return ""
	}
	return name
}
