// Package modeltext writes packets, errors and answers of a knowledge base as text for a
// language model, such as the result of a tool call.
//
//	packet, err := client.Fetch(ctx, webfetch.Request{URL: url})
//	if err != nil {
//		return modeltext.Failure(err, url)
//	}
//	return modeltext.Page(packet, packet.Content)
//
// Every text has the same form. The top is written by this module only: where the text is
// from, what kind of page it was and what to try next, warnings, and whether it has text
// like an instruction to the model. All untrusted text (title, author, content, causes and
// bodies of errors) follows between two lines with a random mark that does not occur in it,
// so that a page can't close the fence.
//
// # Security considerations
//
// A fence marks data for a model; it does not keep the model from following instructions in
// the data. Keep the tools of an agent that reads the web behind a gate of their own.
package modeltext

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Page returns a page as text for a model. text is the part to show: Packet.Content, the
// result of [webfetch.Client.View], a part of it, or a text made from it. The title is written
// above it as a heading of Markdown. An empty text has a fence too.
func Page(p *webfetch.Packet, text string) string {
	return modeltext.Page{Packet: p, Text: text}.String()
}

// Failure returns an error as text for a model: its code, what failed and what to try next,
// and between fences the words of servers and pages in it. url is the address that the call
// gave; an address that a redirect led to is shown as such. "" means the address in the
// error. An error that is no *[webfetch.Error] is shown as INTERNAL, without its text.
func Failure(err error, url string) string {
	return modeltext.Failure{Err: err, URL: url}.String()
}

// Answer returns the answer of a knowledge base as text for a model: how many passages there
// are, whether a model wrote the answer and whether a passage reads like an instruction, and
// between fences the answer with its passages, numbered from 1. Once ctx is done, no passage
// is judged any more.
func Answer(ctx context.Context, a *knowledge.Answer) string {
	return Fenced(modeltext.Warnings(a.Warnings)+modeltext.AnswerNote(ctx, a), modeltext.AnswerText(a)+modeltext.Details(a.Warnings))
}

// Fenced returns a text of strangers between fences, below a note in words of your own program.
// Without a text it is the note alone.
func Fenced(note, text string) string {
	return modeltext.Page{Note: note, Text: text}.String()
}

// OneLine returns a text of strangers as one line: white space is folded, control and format
// characters are dropped, and what goes beyond so many code points is cut, the last of them an
// ellipsis. Zero means that nothing is cut.
func OneLine(text string, most int) string {
	if text = line.OneLine(text); most > 0 {
		text = line.Clip(text, most)
	}
	return text
}
