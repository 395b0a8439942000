package office

import (
	"strconv"
	"strings"
)

// The bounds of fields.
const (
	maxFields      = 50
	maxInstruction = 4096
)

// field is an open field, which shows the result of an instruction.
type field struct {
	instruction []byte
	link        bool
}

// fieldStack are the open fields, one within another.
type fieldStack []field

// write adds to the instruction that is open.
func (s fieldStack) write(text string) {
	if n := len(s); n > 0 && len(s[n-1].instruction)+len(text) <= maxInstruction {
		s[n-1].instruction = append(s[n-1].instruction, text...)
	}
}

// fieldChar takes a border of a field (ECMA-376 part 1, 17.16.18): the begin of
// the instruction, that of the result, or the end of both.
func (w *wordReader) fieldChar(kind string) {
	n := len(w.fields)
	switch {
	case kind == "begin" && n < maxFields:
		w.fields = append(w.fields, field{})
	case kind == "separate" && n > 0:
		f := &w.fields[n-1]
		if target := fieldLink(string(f.instruction)); target != "" && !w.inLink {
			f.link = true
			w.openLink(target)
		}
	case kind == "end" && n > 0:
		if w.fields[n-1].link {
			w.closeLink()
		}
		w.fields = w.fields[:n-1]
	}
}

// formField is a box of a form that is ticked or not, or a list to choose from (17.16.7, 17.16.9).
type formField struct {
	inBox, said, ticked bool
	chosen              int
	entries             []string
}

func (f *formField) start(name, value string) {
	switch {
	case name == "checkBox" || name == "ddList":
		*f = formField{inBox: name == "checkBox"}
	case name == "checked" && f.inBox:
		f.said, f.ticked = true, toggled(value)
	case name == "default" && f.inBox && !f.said:
		f.ticked = toggled(value)
	case name == "result":
		f.chosen, _ = strconv.Atoi(value)
	case name == "listEntry" && len(f.entries) < maxFields:
		f.entries = append(f.entries, value)
	}
}

// end returns what the field shows.
func (f *formField) end(name string) string {
	defer func() { *f = formField{} }()
	switch {
	case name == "checkBox" && f.ticked:
		return "☒"
	case name == "checkBox":
		return "☐"
	case f.chosen >= 0 && f.chosen < len(f.entries):
		return f.entries[f.chosen]
	}
	return ""
}

// fieldLink returns the target of the instruction HYPERLINK (17.16.5.25), "" for
// another one and for a place in the document.
func fieldLink(instruction string) string {
	const name = "HYPERLINK"
	instruction = strings.TrimSpace(instruction)
	if len(instruction) < len(name) || !strings.EqualFold(instruction[:len(name)], name) {
		return ""
	}
	target, switches := fieldArgument(instruction[len(name):])
	if _, place, found := strings.Cut(switches, `\l `); found && target != "" {
		anchor, _ := fieldArgument(place)
		return target + "#" + anchor
	}
	return target
}

// fieldArgument cuts the first argument, in quotes or not, from what follows it;
// a switch is none.
func fieldArgument(text string) (argument, rest string) {
	text = strings.TrimSpace(text)
	if quoted, found := strings.CutPrefix(text, `"`); found {
		argument, rest, _ = strings.Cut(quoted, `"`)
		return argument, rest
	}
	if strings.HasPrefix(text, `\`) {
		return "", text
	}
	argument, rest, _ = strings.Cut(text, " ")
	return argument, rest
}
