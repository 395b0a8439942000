package office

import (
	"strconv"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// codePages are the code pages of Windows that have a name of their own in the Encoding Standard.
var codePages = map[int]string{866: "ibm866", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 10000: "macintosh", 65001: "utf-8"}

// codePage is the encoding of a code page by its number, that of western Europe for those which
// nothing is known of.
func codePage(n int) encoding.Encoding {
	name := codePages[n]
	switch {
	case n == 437:
		return charmap.CodePage437
	case n == 850:
		return charmap.CodePage850
	case name == "":
		name = "windows-" + strconv.Itoa(n)
	}
	if e, err := htmlindex.Get(name); err == nil {
		return e
	}
	return charmap.Windows1252
}
