// Package text reads plain text, source code and logs.
//
// Prose becomes paragraphs with everything escaped that Markdown would take for
// markup; lists stay lists, and titles that are underlined, or stand between two lines,
// are headings, as in reStructuredText. Code, logs and tables drawn with blanks become
// fenced code blocks, so that their layout survives. Which of them a document is,
// the extension of its URL says, else its lines.
package text
