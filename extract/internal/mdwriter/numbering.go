package mdwriter

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
)

// Numbering is how the items of a list are labelled. The zero value is not said.
type Numbering struct {
	Before, After string // the text before and after the number
	// Style is how a number is written: a predefined counter style (CSS Counter Styles Level 3, 6), "" for a label without a number,
	// or a system and its symbols, apart by spaces: "cyclic * †".
	Style string
	// Between stands between the numbers of the lists around an item and its own; "" leaves those out.
	Between string
}

// Decimal is the numbering of Markdown lists: 1., 2., 3.
var Decimal = Numbering{Style: "decimal", After: "."}

// IsPlain reports whether Markdown numbers items in the same way, whatever stands after the number.
func (k Numbering) IsPlain() bool {
	return k.Style == Decimal.Style && k.Before == "" && k.Between == ""
}

// Label returns a number as it is shown: "b.", "IV.", "(3)".
func (k Numbering) Label(number int) string {
	return strings.TrimSpace(k.Before + k.number(number) + k.After)
}

func (k Numbering) number(n int) string {
	switch style := strings.TrimPrefix(k.Style, "upper-"); style {
	case "":
		return ""
	case "decimal-leading-zero":
		return fmt.Sprintf("%02d", n)
	case "lower-alpha", "lower-latin":
		return ordinal.Letters(n, "abcdefghijklmnopqrstuvwxyz")
	case "alpha", "latin":
		return ordinal.Letters(n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	case "lower-roman":
		return strings.ToLower(ordinal.Roman(n))
	case "roman":
		return ordinal.Roman(n)
	case "lower-greek":
		return ordinal.Letters(n, "αβγδεζηθικλμνξοπρστυφχψω")
	}
	if list := strings.Fields(k.Style); len(list) > 1 && n > 0 {
		switch system, symbols := list[0], list[1:]; system {
		case "cyclic":
			return symbols[(n-1)%len(symbols)]
		case "alphabetic":
			return ordinal.Letters(n, strings.Join(symbols, ""))
		case "symbolic":
			if times := (n-1)/len(symbols) + 1; times <= maxSymbols {
				return strings.Repeat(symbols[(n-1)%len(symbols)], times)
			}
		case "fixed":
			if n <= len(symbols) {
				return symbols[n-1]
			}
		}
	}
	return strconv.Itoa(n)
}

// maxSymbols bounds how often a symbol stands for one number.
const maxSymbols = 20

// maxNested bounds the numbers of outer lists in a label, in bytes: about twenty.
const maxNested = 40

// ItemLabel returns the label of the next item of the list at hand by a numbering, with the numbers of the lists around it if that says so.
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
