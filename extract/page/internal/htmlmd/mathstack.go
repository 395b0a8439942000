package htmlmd

import "golang.org/x/net/html"

// Elementary mathematics (MathML 3, section 3.6) is written in rows below each other.
// Its places say what is added to what, so that one line would say something else.

// appendStack writes the rows of a sum in columns.
func appendStack(b []byte, rows []*html.Node, depth int) []byte {
	b = append(b, `\begin{array}{r}`...)
	s := mathStack{}
	for _, r := range rows {
		b = s.row(b, r, depth+1)
	}
	return append(b, `\end{array}`...)
}

// appendLongDivision writes a division: its result, divisor and dividend, and the steps.
func appendLongDivision(b []byte, arg []*html.Node, depth int) []byte {
	if len(arg) < 3 {
		return appendStack(b, arg, depth)
	}
	b = append(b, `\begin{array}{r} `...)
	b = appendTeX(b, arg[1], depth+1)
	b = append(b, ` \\ `...)
	b = appendTeX(b, arg[0], depth+1)
	b = append(b, `\overline{)`...)
	b = append(appendTeX(b, arg[2], depth+1), '}')
	s := mathStack{rows: 2}
	for _, r := range arg[3:] {
		b = s.row(b, r, depth+1)
	}
	return append(b, `\end{array}`...)
}

// mathStack counts the rows that are written.
type mathStack struct {
	rows  int
	ruled bool // the last one is a line
}

// row writes a row, a line, or the rows of a group.
func (s *mathStack) row(b []byte, n *html.Node, depth int) []byte {
	if depth > 100 || len(b) > maxMath {
		return b
	}
	switch n.Data {
	case "msgroup":
		for _, r := range mathArgs(n) {
			b = s.row(b, r, depth+1)
		}
		return b
	case "msline":
		if s.rows > 0 && !s.ruled {
			b = append(b, ` \\`...)
		}
		s.ruled = true
		return append(b, ` \hline`...)
	case "mscarries":
		return b // what a pupil notes
	}
	if s.rows > 0 && !s.ruled {
		b = append(b, ` \\`...)
	}
	s.rows, s.ruled = s.rows+1, false
	return appendTeX(append(b, ' '), n, depth+1)
}
