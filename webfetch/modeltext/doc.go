// Package modeltext writes packets, errors and answers of a knowledge base as text for a
// language model, such as the result of a tool call.
//
//	packet, err := client.Fetch(ctx, webfetch.Request{URL: url})
//	if err != nil {
//		return modeltext.Failure{Err: err, URL: url}.String()
//	}
//	return modeltext.Page{Packet: packet, Text: packet.Content}.String()
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
