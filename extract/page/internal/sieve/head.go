package sieve

// wants reports whether somebody asks for a part of a drawing, or for a script, link
// or meta element in the head, for what one of its attributes says.
func (r *Reader) wants(t *tag, e element, f fate, name, value []byte) bool {
	switch {
	case f == goes:
		return false
	case f == says:
		return true
	case e == shape:
		return !isSilentName(name) && !equals(name, "xlink:href") && tells(value)
	case e == script:
		return !isSilentName(name) && tells(value)
	case e == headLink && equals(name, "rel"):
		if t.related { // the first one counts
			return true
		}
		t.related, t.sheet = true, equals(value, "stylesheet")
		return !isPlainName(value) || !r.isSilentRel(value) && !(t.sheet && r.linked)
	case e == headLink && equals(name, "media"):
		t.media = true
		return false
	case e == headMeta && (equals(name, "name") || equals(name, "property") || equals(name, "http-equiv")):
		return !isPlainName(value) || r.tables.metas.has(value) || equals(name, "http-equiv") && tells(value)
	case e == headMeta && equals(name, "content"), equals(name, "title"):
		return tells(value)
	}
	return !isSilentName(name)
}

// isSilentName reports whether an attribute says nothing about such an element.
func isSilentName(name []byte) bool {
	for _, silent := range [...]string{"href", "class", "id", "type", "media", "src", "style"} {
		if equals(name, silent) {
			return true
		}
	}
	return false
}

func equals(name []byte, small string) bool { return len(name) == len(small) && equalFold(name, small) }

// isPlainName reports whether a name is what it looks like: it has no entities, nor
// letters of which one in ASCII is the small one.
func isPlainName(value []byte) bool {
	for _, c := range value {
		if c == '&' || c == 0 || c >= 0x80 {
			return false
		}
	}
	return true
}

// isSilentRel reports whether nobody follows a link by any of its relations.
func (r *Reader) isSilentRel(value []byte) bool {
	for i := 0; i < len(value); {
		start := skipSpace(value, i)
		for i = start; i < len(value) && classes[value[i]]&isSpace == 0; {
			i++
		}
		if start < i && !r.tables.rels.has(value[start:i]) {
			return false
		}
	}
	return true
}

// link notes a link in the head that stays: readers ask whether the page has a style
// sheet elsewhere, for any screen, and a second one tells them no more.
func (r *Reader) link(t *tag) {
	r.linked = r.linked || t.sheet && !t.media && !r.noscript
}

// drops reports whether a tag in the head is left out. The first one of a page
// stays, for it begins the tree.
func (r *Reader) drops(e element, t *tag) bool {
	if e != headLink && e != headMeta || !r.flow.head || r.whole {
		return false
	}
	if t.rooted && !t.odd && !t.wanted {
		return true
	}
	r.link(t)
	return false
}
