package envelope

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// unquote undoes the quoted-printable encoding (RFC 2045, 6.7). It copies invalid sequences,
// such as a bare "=" in an address, unchanged; a strict decoder would stop there.
func unquote(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for line := range bytes.Lines(body) {
		text := bytes.TrimRight(line, " \t\r\n")
		end := line[len(bytes.TrimRight(line, "\r\n")):]
		if bytes.HasSuffix(text, []byte("=")) {
			text, end = text[:len(text)-1], nil // a soft break
		}
		out = append(appendUnquoted(out, text), end...)
	}
	return out
}

func appendUnquoted(dst, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] == '=' && i+2 < len(text) {
			if high, low := ascii.HexValue(text[i+1]), ascii.HexValue(text[i+2]); high >= 0 && low >= 0 {
				dst = append(dst, byte(high<<4|low))
				i += 2
				continue
			}
		}
		dst = append(dst, text[i])
	}
	return dst
}
