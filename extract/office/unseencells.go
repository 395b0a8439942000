package office

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// unseenCells are the rows and columns of a worksheet that are hidden (ECMA-376 part 1,
// 18.3.1.13 and 18.3.1.73). What a reader folds away with a group, or by a filter, is none
// of them: it is data like the rest.
type unseenCells struct {
	rows     map[int]bool // by their place among those that are read
	columns  [maxColumn]bool
	any      bool // of the columns
	filtered bool
}

// isHiddenCells reports whether a row or columns are hidden, but not folded away.
func isHiddenCells(e xml.StartElement) bool {
	hidden, level := attr(e, "hidden"), attr(e, "outlineLevel")
	return hidden != "" && toggled(hidden) && (level == "" || level == "0")
}

func (u *unseenCells) row(e xml.StartElement, place int) {
	if isHiddenCells(e) {
		if u.rows == nil {
			u.rows = map[int]bool{}
		}
		u.rows[place] = true
	}
}

// column takes the columns from min to max.
func (u *unseenCells) column(e xml.StartElement) {
	first, _ := strconv.Atoi(attr(e, "min"))
	last, _ := strconv.Atoi(attr(e, "max"))
	if !isHiddenCells(e) || first < 1 {
		return
	}
	for i := first; i <= min(last, maxColumn); i++ {
		u.columns[i-1], u.any = true, true
	}
}

// take returns rows without what is hidden, and hands its text to hide.
func (u *unseenCells) take(rows [][]string, hide func(text string)) [][]string {
	if u.filtered {
		u.rows = nil
	}
	if len(u.rows) == 0 && !u.any {
		return rows
	}
	var text []string
	out := rows[:0]
	for place, row := range rows {
		if u.rows[place] {
			text = append(text, row...)
			continue
		}
		var seen []string
		for i, cell := range row {
			if u.columns[i] {
				text = append(text, cell)
			} else {
				seen = append(seen, cell)
			}
		}
		out = append(out, seen)
	}
	if joined := strings.Join(strings.Fields(unescapeInline(strings.Join(text, " "))), " "); joined != "" {
		hide(joined)
	}
	return out
}
