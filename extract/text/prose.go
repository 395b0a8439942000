package text

import (
	"cmp"
	"context"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxBlocks bounds the blocks of a document. What is beyond them is one more.
const maxBlocks = 100_000

// writeProse writes the paragraphs of text, which are set apart by blank lines, and its titles.
// The indentation that all lines share is dropped. It ends early once ctx is done.
func writeProse(ctx context.Context, w *mdwriter.Writer, text string) {
	indent := len(commonIndent(strings.Lines(text)))
	meter := ctxio.NewMeter(ctx)
	var lines []string
	var found titles
	left := 0 // of the size of a hunk, in which blank lines part no paragraphs
	flush := func() {
		for w.Blocks() < maxBlocks {
			title, level, rest := found.cut(lines)
			if level == 0 {
				break
			}
			lines = rest
			w.Heading(level, mdwriter.Inline(title), title)
		}
		writeParagraph(ctx, meter, w, lines)
		lines = lines[:0]
	}
	for line := range strings.Lines(text) {
		if ctx.Err() != nil || meter.Spend(ctxio.PerItem+len(line)) != nil {
			return
		}
		inHunk := left > 0
		switch {
		case !inHunk:
			left = hunkSize(line)
		case line[0] == '+' || line[0] == '-':
			left--
		case strings.IndexByte(" \t\n", line[0]) >= 0:
			left -= 2
		case line[0] != '\\': // no line of a hunk, which is shown in part
			if left, inHunk = hunkSize(line), false; lines[len(lines)-1] == "" && w.Blocks() < maxBlocks {
				flush()
			}
		}
		if line = strings.TrimRight(line, " \t\n"); line != "" || inHunk {
			lines = append(lines, line[min(indent, len(line)):])
		} else if w.Blocks() < maxBlocks {
			flush()
		}
	}
	flush()
}

// hunkHead matches what begins a hunk of a diff (POSIX, diff, "Diff -u Output Format"), with the lines before and after.
var hunkHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^@@ -[0-9]+(?:,([0-9]+))? \+[0-9]+(?:,([0-9]+))? @@`)
})

// hunkSize returns how many lines the hunk that begins with a line has, of which those that stay count twice.
func hunkSize(line string) (size int) {
	if !strings.HasPrefix(line, "@@ -") {
		return 0
	}
	if m := hunkHead().FindStringSubmatch(line); m != nil {
		for _, count := range m[1:] {
			n, _ := strconv.Atoi(cmp.Or(count, "1"))
			size += n
		}
	}
	return size
}

// commonIndent returns the blanks and tabs that all lines but empty ones begin with.
func commonIndent(lines iter.Seq[string]) string {
	indent, isFirst := "", true
	for line := range lines {
		blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if strings.TrimSpace(line) == "" {
			continue
		}
		if isFirst {
			indent, isFirst = blank, false
		}
		shared := 0
		for shared < min(len(blank), len(indent)) && blank[shared] == indent[shared] {
			shared++
		}
		if indent = indent[:shared]; indent == "" {
			break
		}
	}
	return indent
}

// dedent returns lines without the indentation that they share.
func dedent(lines []string) []string {
	indent := len(commonIndent(slices.Values(lines)))
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line[min(indent, len(line)):]
	}
	return out
}

// writeParagraph writes lines as a list, as code if their layout carries
// meaning, else as a paragraph.
func writeParagraph(ctx context.Context, meter *ctxio.Meter, w *mdwriter.Writer, lines []string) {
	switch items := dedent(lines); {
	case len(lines) == 0:
	case bullets(meter, items) && !isDataList(items):
		writeList(meter, w, items)
	case drawn(meter, lines):
		w.Code("", strings.Join(lines, "\n"))
	default:
		if md, err := mdwriter.EscapeLong(ctx, strings.Join(lines, "\n")); err == nil {
			w.Paragraph(md)
		}
	}
}

func bullet(line string) int {
	for _, mark := range [...]string{"- ", "* ", "• ", "– ", "+ "} {
		if strings.HasPrefix(line, mark) {
			return len(mark)
		}
	}
	digits := 0
	for digits < len(line) && digits < 4 && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if digits > 0 && digits+1 < len(line) && (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ' {
		return digits + 2
	}
	return 0
}

// bullets reports whether lines are a list: the first begins an item, and so do
// at least two, or it is the only line and has words, unlike "* * *".
func bullets(meter *ctxio.Meter, lines []string) bool {
	if bullet(lines[0]) == 0 {
		return false
	}
	items := 0
	for _, line := range lines {
		if meter.Spend(ctxio.PerItem) != nil {
			return false
		}
		if bullet(strings.TrimLeft(line, " ")) > 0 {
			items++
		}
	}
	return items >= 2 || len(lines) == 1 && strings.ContainsFunc(lines[0], unicode.IsLetter)
}

func writeList(meter *ctxio.Meter, w *mdwriter.Writer, lines []string) {
	var list strings.Builder
	var indents []int
	for _, line := range lines {
		if meter.Spend(ctxio.PerItem+len(line)) != nil {
			return
		}
		body := strings.TrimLeft(line, " ")
		n := bullet(body)
		if n == 0 {
			list.WriteString(" " + mdwriter.Inline(body))
			continue
		}
		indent := len(line) - len(body)
		for len(indents) > 0 && indents[len(indents)-1] >= indent {
			indents = indents[:len(indents)-1]
		}
		marker := "-"
		if c := body[0]; c >= '0' && c <= '9' {
			marker = strings.TrimRight(body[:n], " ")
		}
		if list.Len() > 0 {
			list.WriteByte('\n')
		}
		list.WriteString(strings.Repeat(" ", 4*min(len(indents), 8)) + marker + " " + mdwriter.Inline(body[n:]))
		indents = append(indents, indent)
	}
	w.Block(extract.List, list.String())
}

func looksLikeCode(text string) bool {
	lines, code, logs := 0, 0, 0
	for line := range strings.Lines(text) {
		if lines == 400 {
			break
		}
		body := strings.TrimSpace(line)
		if body == "" {
			continue
		}
		lines++
		if strings.ContainsAny(body[len(body)-1:], "{};") || strings.HasSuffix(body, "):") || strings.HasSuffix(body, "=>") || codeStart().MatchString(body) {
			code++
		}
		if logLine(body) {
			logs++
		}
	}
	return lines >= 3 && (code*3 >= lines || logs*3 >= lines*2)
}

// codeStart matches lines that begin with a keyword, and have signs of code, or with a comment.
var codeStart = sync.OnceValue(func() *regexp.Regexp {
	const keyword = `def|class|import|from|func|return|package|const|let|var|public|private|fn|use|SELECT|INSERT|CREATE|export`
	return regexp.MustCompile(`^(?:#!|//|/\*|(?:#include|(?:` + keyword + `) ).*[(){}=;:<>"'/*])`)
})

func logLine(line string) bool {
	line = strings.TrimLeft(line, "[<")
	if _, err := time.Parse(time.Stamp, line[:min(len(line), len(time.Stamp))]); err == nil { // of syslog
		return true
	}
	digits, marks := 0, 0
	for _, c := range []byte(line[:min(len(line), len("2006-01-02T15:04:05"))]) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case strings.IndexByte(":-/.", c) >= 0:
			marks++
		case c != 'T' && c != ' ':
			return digits >= 6 && marks >= 2
		}
	}
	return digits >= 6 && marks >= 2
}
