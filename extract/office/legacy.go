package office

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// legacyTypes are the media types of the binary formats of Office before 2007 and of
// messages of Outlook: they are recognised but not read.
func legacyTypes() []string {
	return []string{"application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint", "application/vnd.ms-outlook", "application/x-ole-storage"}
}

// isLegacy reports whether body is a compound file ([MS-CFB], 2.2), which holds them.
func isLegacy(body []byte) bool {
	return bytes.HasPrefix(body, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"))
}

// legacyError names the format of a compound file by the streams in it and says
// what to do. It wraps extract.ErrEncrypted for an encrypted document of a newer
// Office, which is wrapped in such a file, else extract.ErrUnsupported.
func legacyError(body []byte) error {
	has := func(stream string) bool { return bytes.Contains(body, utf16Name(stream)) }
	switch {
	case has("EncryptedPackage"):
		return fmt.Errorf("%w: an Office document with a password", extract.ErrEncrypted)
	case has("WordDocument"):
		return unsupported("a binary Word document (.doc, Word 97 to 2003)", ".docx, .odt or PDF")
	case has("Workbook"), has("Book"):
		return unsupported("a binary Excel workbook (.xls, Excel 97 to 2003)", ".xlsx, .ods or CSV")
	case has("__properties_version1.0"): // [MS-OXMSG], 2.4
		return unsupported("a message of Outlook (.msg)", ".eml (RFC 5322), as mail programs save it")
	case has("PowerPoint Document"):
		return unsupported("a binary PowerPoint presentation (.ppt, PowerPoint 97 to 2003)", ".pptx or PDF")
	}
	return unsupported("an OLE compound file of no known kind", "a newer format")
}

func unsupported(what, instead string) error {
	return fmt.Errorf("%w: %s; ask for it as %s", extract.ErrUnsupported, what, instead)
}

// utf16Name returns the name of a stream as directory entries hold it.
func utf16Name(name string) []byte {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(name)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return append([]byte(b.String()), 0, 0)
}
