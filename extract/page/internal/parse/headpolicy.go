package parse

// isReadInHead reports whether somebody asks for a part of a drawing, or for a script, link
// or meta element in the head, for what one of its attributes says.
func (r *Prefilter) isReadInHead(t *tag, e element, f action, name, value []byte) bool {
	switch {
	case f == drop:
		return false
	case f == keepForText:
		return true
	case e == svgShape:
		return !isUnreadHeadName(name) && !equals(name, "xlink:href") && mayHoldText(value)
	case e == script:
		return !isUnreadHeadName(name) && mayHoldText(value)
	case e == headLink && equals(name, "rel"):
		if t.hasRel { // the first one counts
			return true
		}
		t.hasRel, t.linksStyleSheet = true, equals(value, "stylesheet")
		return !isPlainName(value) || !r.hasOnlyUnreadRels(value) && !(t.linksStyleSheet && r.sheetLinked)
	case e == headLink && equals(name, "media"):
		t.hasMedia = true
		return false
	case e == headMeta && (equals(name, "name") || equals(name, "property") || equals(name, "http-equiv")):
		return !isPlainName(value) || r.tables.metas.has(value) || equals(name, "http-equiv") && mayHoldText(value)
	case e == headMeta && equals(name, "content"), equals(name, "title"):
		return mayHoldText(value)
	}
	return !isUnreadHeadName(name)
}

// isUnreadHeadName reports whether an attribute says nothing about such an element.
func isUnreadHeadName(name []byte) bool {
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

// hasOnlyUnreadRels reports whether nobody follows a link by any of its relations.
func (r *Prefilter) hasOnlyUnreadRels(value []byte) bool {
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

// noteStyleSheet notes a link in the head that stays: readers ask whether the page has a style
// sheet elsewhere, for any screen, and a second one tells them no more.
func (r *Prefilter) noteStyleSheet(t *tag) {
	r.sheetLinked = r.sheetLinked || t.linksStyleSheet && !t.hasMedia && !r.inHeadNoscript
}

// omitsHeadTag reports whether a tag in the head is left out. The first one of a page
// stays, for it begins the tree.
func (r *Prefilter) omitsHeadTag(e element, t *tag) bool {
	if e != headLink && e != headMeta || !r.whitespace.inHead || r.keepAttributes {
		return false
	}
	if t.headBegun && !t.irregular && !t.isRead {
		return true
	}
	r.noteStyleSheet(t)
	return false
}
