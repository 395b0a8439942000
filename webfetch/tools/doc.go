// Package tools has the verbs of webfetch as tools of a language model, in types of the
// standard library only. An agent, on a framework or as a plain loop, passes name,
// description and schema to the model and the model's arguments to [Tool.Call].
//
//	set, err := tools.New(client, tools.Options{})
//	…
//	for _, t := range set.Tools() {
//		offer(t.Name, t.Description, t.InputSchema)
//	}
//	…
//	res, err := set.Find(name).Call(ctx, arguments)
//	…
//	answer(res.Text, res.IsError)
//
// A set keeps what it has read: start_index goes on in the same version of a page, and chunk
// and compact take the source_id of a fetch. Package mcpserver serves a set over the Model
// Context Protocol.
//
// # Results
//
// Every tool answers with a text for the model, which package modeltext writes, and with the
// same as one JSON object: success, then packet, normalized, raw, chunks or compacted, or
// error.
//
// max_length and start_index count code points of the text of the view and of nothing else,
// exactly. The other fields of the structured part have limits of their own: outline, key
// blocks and citations together 2,000 code points of JSON, fields of the metadata 300 each.
// [Set.Packet] has the whole packet.
//
// # Security considerations
//
// The text of a page is untrusted data. It is written between fences, which mark it for the
// model but do not keep the model from following it. The egress policy of the client decides
// what may be connected to. Nothing of one [Caller].Principal is shown to another.
package tools
