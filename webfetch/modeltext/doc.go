// Package modeltext writes packets, errors and answers of a knowledge base as text for a
// language model, such as the result of a tool call.
//
//	packet, err := client.Fetch(ctx, webfetch.Request{URL: url})
//	if err != nil {
//		return modeltext.Failure{Err: err, URL: url}.String()
//	}
//	return modeltext.Page{Packet: packet, Text: packet.Content}.String()
//
// Every text has the same form. At the top stand words of this module only: where the text
// is from, what kind of page it was and what to try next, warnings, whether it holds what
// reads like an instruction to the model. All that others wrote (title, author, content,
// causes and bodies of errors) stands below, between two lines with a mark that is random and
// not part of it, so that a page can't close the fence.
//
// # Security considerations
//
// A fence tells a model what is data; it does not keep it from following what the data says.
// Keep the tools of an agent that reads the web behind a gate of their own.
package modeltext
