package mdinline

import "bytes"

// escapeLineStart writes the beginning of a line of text that would be read as
// the beginning of another block, with an escape, and returns how many bytes it
// wrote. alone says that the text is the whole line, first that it begins its
// paragraph.
func (e *Encoder) escapeLineStart(t []byte, alone, first bool) int {
	at := lineStart(t, alone, first)
	if at < 0 && alone && first && e.FirstOfItem && len(t) > 1 && (t[0] == '-' || t[0] == '*') && onlyBytes(t, t[0]) {
		at = 0 // with the marker of the item it would be a rule
	}
	if at < 0 {
		return 0
	}
	n := 1
	switch t[at] {
	case '*', '_', '`', '~':
		n = RunLen(t, at)
	}
	e.out = append(e.out, t[:at]...)
	for _, c := range t[at : at+n] {
		e.out = append(e.out, '\\', c)
	}
	return at + n
}

// lineStart is the index of the byte to escape, or -1.
func lineStart(t []byte, alone, first bool) int {
	if len(t) == 0 {
		return -1
	}
	ends := func(i int) bool { return i < len(t) && t[i] == ' ' || i == len(t) && alone }
	switch c := t[0]; c {
	case '#':
		if n := RunLen(t, 0); n <= 6 && ends(n) {
			return 0
		}
	case '>':
		return 0
	case '-', '*', '_', '+', '=':
		if c != '_' && c != '=' && ends(1) {
			return 0
		}
		if alone && (onlyBytes(t, c) && (c != '+' && c != '=' && count(t, c) >= 3 || !first && (c == '-' || c == '='))) {
			return 0
		}
	case '`', '~':
		if RunLen(t, 0) >= 3 {
			return 0
		}
	case '[':
		if first && bytes.Contains(t, []byte("]:")) {
			return 0
		}
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return numberStart(t, first, ends)
	}
	if alone && !first && isDelimiterRow(t) {
		return 0
	}
	return -1
}

// numberStart is the index of the delimiter of what looks like an ordered list
// item, or -1. In the middle of a paragraph only 1 begins a list.
func numberStart(t []byte, first bool, ends func(int) bool) int {
	n := 0
	for n < len(t) && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	if n > 9 || n == len(t) || t[n] != '.' && t[n] != ')' || !ends(n+1) {
		return -1
	}
	if !first && string(bytes.TrimLeft(t[:n], "0")) != "1" {
		return -1
	}
	return n
}

func onlyBytes(t []byte, c byte) bool {
	for _, b := range t {
		if b != c && b != ' ' {
			return false
		}
	}
	return true
}

func count(t []byte, c byte) int { return bytes.Count(t, []byte{c}) }

// isDelimiterRow reports whether a line could stand under the header of a table.
func isDelimiterRow(t []byte) bool {
	dash := false
	for _, c := range t {
		switch c {
		case '-':
			dash = true
		case '|', ':', ' ':
		default:
			return false
		}
	}
	return dash
}

// IsCheckbox reports whether the text of a list item begins like a task.
func IsCheckbox(t []byte) bool {
	return len(t) >= 3 && t[0] == '[' && t[2] == ']' && (t[1] == ' ' || t[1] == 'x' || t[1] == 'X')
}
