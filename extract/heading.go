package extract

import "strings"

// HeadingText returns the inline Markdown of a heading block: without the signs that open it, the sequence of them that may close it
// after a blank (CommonMark 0.31, section 4.2: "## C# ##" is "C#"), or the line below it (4.3). Any other block is returned with the
// blanks around it trimmed.
func HeadingText(block string) string {
	block = strings.Trim(block, " \n")
	text := strings.TrimLeft(block, "#")
	if opened := len(text) < len(block) && (text == "" || text[0] == ' ' || text[0] == '\t'); !opened {
		if line := strings.LastIndexByte(block, '\n'); line >= 0 {
			block = block[:line]
		}
		return strings.TrimSpace(block)
	}
	text = strings.TrimSpace(text)
	if open := strings.TrimRight(text, "#"); open == "" || strings.HasSuffix(open, " ") || strings.HasSuffix(open, "\t") {
		text = strings.TrimSpace(open)
	}
	return text
}
