package css

import "strings"

// selectorSummary is what one look at a selector finds.
type selectorSummary struct {
	key    uint32   // the name to find it by, 0 for none
	needs  [4]uint8 // bits in the filter of what it matches
	needed uint8
	root   bool // it matches no element but the root
	dead   bool // it never matches
	// aside says that it is for a part of an element, for one in another tree, or for a state
	// of a control, which are not judged here: see hidesAside.
	aside bool
	// box is the key of the elements whose ::before or ::after it is for, 0 for none.
	box uint32
	// invalid says that browsers take no rule that has the selector in its list.
	invalid bool
}

// need notes that an element or one of its ancestors must have a name.
func (t *selectorSummary) need(hash uint32) {
	if int(t.needed) < len(t.needs) {
		t.needs[t.needed] = uint8(hash >> 24)
		t.needed++
	}
}

// names are those of one compound, 0 where it has none.
type names struct {
	id, class, second, tag uint32
	inner                  uint32 // the key of the argument of :is or :where
	root                   bool
}

func (n *names) key() uint32 {
	switch {
	case n.id != 0:
		return n.id
	case n.class != 0:
		return n.class
	case n.inner != 0:
		return n.inner
	case n.tag != 0:
		return n.tag
	}
	return 0
}

// summarize reads the selector of a list that starts at i, far enough to index it,
// and returns where it ends. What it doesn't read itself the parser tells. It is
// dead if it needs names that the page doesn't have.
func (t *selectorSummary) summarize(list string, i int, page *pageNameBloom) (end int) {
	start := i
	var n names
	spaced := byte(0) // the combinator after n, not yet used
	for i < len(list) && list[i] != ',' {
		c := list[i]
		if IsBlank(c) || c == '>' || c == '+' || c == '~' {
			if spaced == 0 || spaced == ' ' && !IsBlank(c) {
				spaced = c
				if IsBlank(c) {
					spaced = ' '
				}
			}
			i++
			continue
		}
		if spaced != 0 {
			t.leave(&n, spaced)
			n, spaced = names{}, 0
		}
		if i = t.simple(list, i, &n, page); i < 0 {
			return t.summarizeSlowly(list, start)
		}
		if t.dead {
			end := i + selectorEnd(list[i:])
			t.invalid = t.invalid || !validPseudos(list[i:end])
			return end
		}
	}
	t.invalid = t.invalid || spaced != 0 && spaced != ' '
	t.key, t.root = n.key(), n.root
	if n.second != 0 {
		t.need(n.second)
	}
	return i
}

// selectorEnd returns where the selector ends that s begins with.
func selectorEnd(s string) int {
	if strings.IndexByte(s, ',') < 0 {
		return len(s)
	}
	rest, _ := CutBlock(s, ',')
	return len(rest)
}

// leave notes what an ancestor must be named.
func (t *selectorSummary) leave(n *names, combinator byte) {
	if combinator != ' ' && combinator != '>' {
		return
	}
	if n.id != 0 {
		t.need(n.id)
	}
	if n.class != 0 {
		t.need(n.class)
	}
	if n.second != 0 {
		t.need(n.second)
	}
	if n.inner != 0 {
		t.need(n.inner)
	} else if n.id|n.class == 0 && n.tag != 0 {
		t.need(n.tag)
	}
}

// simple reads the simple selector at i and returns the index after it, -1 if
// it needs the parser.
func (t *selectorSummary) simple(list string, i int, n *names, page *pageNameBloom) int {
	name := uint32(0)
	switch c := list[i]; {
	case (c == '.' || c == '#') && i+1 < len(list) && list[i+1] >= '0' && list[i+1] <= '9': // not a name
		t.dead, t.invalid = true, true
		return i + 1
	case c == '.':
		i, name = hashIdent(list, i+1, classKind)
		if n.class == 0 {
			n.class = name
		} else {
			n.second = name
		}
	case c == '#':
		i, name = hashIdent(list, i+1, idKind)
		n.id = name
	case c == '*':
		return i + 1
	case c == '[':
		_, rest := CutBlock(list[i+1:], ']')
		return len(list) - len(rest)
	case c == ':':
		return t.pseudo(list, i+1, n, page)
	case inName(c):
		end := nameEnd(list, i)
		if end < len(list) && list[end] == '\\' {
			return -1
		}
		name = hashTag(list[i:end])
		n.tag, i = name, end
	default:
		return -1
	}
	t.dead = t.dead || !page.has(name)
	return i
}

// nameEnd returns the index after the characters of a name that start at i. A
// backslash is none.
func nameEnd(list string, i int) int {
	for i < len(list) && inName(list[i]) {
		i++
	}
	return i
}

// pseudo reads a pseudo-class and notes if it is none that is understood.
func (t *selectorSummary) pseudo(list string, i int, n *names, page *pageNameBloom) int {
	start := i
	if i = nameEnd(list, i); i < len(list) && list[i] == '\\' {
		return -1
	}
	name := Lower(list[start:i])
	if !understood(name) {
		t.noteBox(list, i, name, n)
		t.aside = t.aside || !t.dead
		t.dead = true
		t.invalid = t.invalid || !isPseudo(name)
		if i == start && i < len(list) && list[i] == ':' {
			end := nameEnd(list, i+1)
			t.invalid = t.invalid || !isPseudo(Lower(list[i+1:end]))
			t.aside = t.aside && holdsText(Lower(list[i+1:end]))
			i = end
		} else {
			t.aside = t.aside && (holdsText(name) || name == "host" && (i == len(list) || list[i] != '('))
		}
	}
	n.root = n.root || name == "root"
	if i == len(list) || list[i] != '(' {
		return i
	}
	args, rest := CutBlock(list[i+1:], ')')
	t.invalid = t.invalid || !validArguments(name, args)
	if name == "is" || name == "where" || name == "has" && selectsPlainly(args) {
		var inner selectorSummary
		if inner.summarize(args, 0, nil) == len(args) && !inner.dead {
			t.dead = t.dead || !page.has(inner.key)
			if name != "has" { // that is the name of another element
				n.inner = inner.key
			}
		}
	}
	return len(list) - len(rest)
}

// noteBox notes whose box a pseudo-element generates, whose name, or second colon, ends at i.
func (t *selectorSummary) noteBox(list string, i int, name string, n *names) {
	if name == "" && i < len(list) && list[i] == ':' {
		name = Lower(list[i+1 : nameEnd(list, i+1)])
	}
	if !t.dead && (name == "before" || name == "after") {
		t.box = max(n.key(), 1)
	}
}

// selectsPlainly reports whether the argument of :has begins with no combinator.
func selectsPlainly(args string) bool {
	args = trim(args)
	return args != "" && strings.IndexByte(">+~", args[0]) < 0
}

// hashIdent hashes the name at i; the index is -1 for none and for one with
// escapes.
func hashIdent(list string, i int, kind uint64) (int, uint32) {
	end := nameEnd(list, i)
	if end == i || end < len(list) && list[end] == '\\' {
		return -1, 0
	}
	return end, hashName(kind, list[i:end])
}

// summarizeSlowly parses the selector to index it.
func (t *selectorSummary) summarizeSlowly(list string, i int) (end int) {
	part, _ := CutBlock(list[i:], ',')
	*t = selectorSummary{}
	p := selectorParser{s: part}
	sel, ok := p.parse()
	if !ok {
		t.dead, t.invalid = true, !p.atRest
		return i + len(part)
	}
	var n names
	last := &sel.compounds[0]
	if last.id != "" {
		n.id = hashName(idKind, last.id)
	}
	if len(last.classes) > 0 {
		n.class = hashName(classKind, last.classes[0])
	}
	if last.tag != "" {
		n.tag = hashTag(last.tag)
	}
	t.key = n.key()
	return i + len(part)
}

// understood reports whether a pseudo-class is known. Pseudo-elements and
// states that a page at rest doesn't have are not.
func understood(name string) bool {
	switch name {
	case "root", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type", "empty", "link", "any-link",
		"-webkit-any-link", "checked", "disabled", "enabled", "defined", "scope", "open",
		"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type",
		"is", "where", "not", "-webkit-any", "has", "lang", "dir":
		return true
	}
	return false
}

// holdsText reports whether a pseudo-element is a part of the text of an element, or
// a pseudo-class selects such text in another tree, or depends on a control at rest.
func holdsText(name string) bool {
	switch name {
	case "first-line", "first-letter", "details-content", "slotted", "part", "host-context",
		"default", "read-only", "read-write", "required", "optional", "placeholder-shown", "invalid", "valid":
		return true
	}
	return false
}

// isPseudo reports whether browsers know a pseudo-class or a pseudo-element beyond
// those that are understood: Chromium, as of those with the prefix of a vendor.
func isPseudo(name string) bool {
	switch name {
	case "", // the second colon of a pseudo-element follows
		"hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-current",
		"indeterminate", "default", "valid", "invalid", "user-valid", "user-invalid", "in-range", "out-of-range", "required", "optional",
		"read-only", "read-write", "placeholder-shown", "autofill", "popover-open", "modal", "fullscreen", "picture-in-picture", "current", "past", "future", "state",
		"host", "host-context", "active-view-transition", "active-view-transition-type", "interest-source", "interest-target",
		"before", "after", "first-line", "first-letter", "selection", "placeholder", "marker", "backdrop", "file-selector-button",
		"slotted", "part", "cue", "grammar-error", "spelling-error", "target-text", "search-text", "highlight", "details-content",
		"checkmark", "picker", "picker-icon", "scroll-button", "scroll-marker", "scroll-marker-group", "column",
		"view-transition", "view-transition-group", "view-transition-image-pair", "view-transition-old", "view-transition-new", "view-transition-group-children":
		return true
	}
	return strings.HasPrefix(name, "-webkit-")
}
