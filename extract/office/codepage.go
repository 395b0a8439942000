package office

import (
	"strconv"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// codePage is the encoding of a code page of Windows by its number, that of
// western Europe for those which the Encoding Standard does not have.
func codePage(n int) encoding.Encoding {
	name := "windows-" + strconv.Itoa(n)
	switch n {
	case 437:
		return charmap.CodePage437
	case 850:
		return charmap.CodePage850
	case 866:
		name = "ibm866"
	case 932:
		name = "shift_jis"
	case 936:
		name = "gbk"
	case 949:
		name = "euc-kr"
	case 950:
		name = "big5"
	case 10000:
		name = "macintosh"
	case 65001:
		name = "utf-8"
	}
	if e, err := htmlindex.Get(name); err == nil {
		return e
	}
	return charmap.Windows1252
}
