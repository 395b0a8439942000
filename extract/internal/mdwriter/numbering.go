package mdwriter

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
)

// Numbering is how the items of a list are labelled. The zero value is that of a list without labels.
type Numbering struct {
	Before, After string // the text before and after the number
	// Style is how a number is written: a predefined counter style, see [IsStyle]. A label without a number, such as "✓", has the Style "".
	Style string
	// Between separates the number of an item from those of the items that it is nested in: "." makes "2.1.3". With "" the label has the
	// number of the item alone.
	Between string
}

// Decimal is the style of the numbers that Markdown writes: 1, 2, 3.
const Decimal = "decimal"

// IsStyle reports whether a name is that of a predefined counter style (CSS Counter Styles Level 3, 6) that [Numbering] can write.
func IsStyle(name string) bool {
	_, ok := predefined(name, 1)
	return ok
}

// IsPlain reports whether the items have decimal numbers without text before them, so that Markdown can number the list itself. The text
// after the number is not compared.
func (k Numbering) IsPlain() bool {
	return k.Style == Decimal && k.Before == "" && k.Between == ""
}

// Label returns a number as it is shown: "b.", "IV.", "(3)".
func (k Numbering) Label(number int) string {
	return strings.TrimSpace(k.Before + k.number(number) + k.After)
}

// predefined writes a number in a predefined counter style, and reports whether there is one of that name.
func predefined(style string, n int) (string, bool) {
	switch style {
	case Decimal:
		return strconv.Itoa(n), true
	case "decimal-leading-zero":
		return fmt.Sprintf("%02d", n), true
	case "lower-alpha", "lower-latin":
		return ordinal.Letters(n, "abcdefghijklmnopqrstuvwxyz"), true
	case "upper-alpha", "upper-latin":
		return ordinal.Letters(n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), true
	case "lower-roman":
		return strings.ToLower(ordinal.Roman(n)), true
	case "upper-roman":
		return ordinal.Roman(n), true
	case "lower-greek":
		return ordinal.Letters(n, "αβγδεζηθικλμνξοπρστυφχψω"), true
	}
	return "", false
}

func (k Numbering) number(n int) string {
	if k.Style == "" {
		return ""
	}
	if s, ok := predefined(k.Style, n); ok {
		return s
	}
	return strconv.Itoa(n)
}

// maxNested bounds the numbers of outer lists in a label, in bytes: about twenty of them.
const maxNested = 40

// ItemLabel returns the label of the next item of the innermost list. With Between, it begins with the numbers of the items that the list
// is nested in, as far as their lists have Between as well: "1.1".
func (b *Body) ItemLabel(k Numbering) string {
	last := len(b.containers) - 1
	if k.Between != "" {
		for _, c := range b.containers[:last] {
			if outer := c.List.Numbering; c.IsList && outer.Between != "" && len(k.Before) < maxNested {
				k.Before += outer.number(c.List.Number) + k.Between
			}
		}
	}
	return k.Label(b.containers[last].List.Number)
}
