// Package tools has the verbs of webfetch as tools of a language model, in types of the
// standard library only: whoever writes an agent, on a framework or as a plain loop, hands
// name, description and schema to the model and its arguments to [Tool.Call].
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
// same as one JSON object: success, then packet, normalized, raw, chunks or compacted, or error.
//
// max_length and start_index count code points of the text of the view and of
// nothing else, exactly. What stands beside it in the structured part has bounds
// of its own: outline, key blocks and citations together 2,000 code points of
// JSON, fields of the metadata 300 each. [Set.Stored] has the whole packet.
//
// # Security considerations
//
// What a page says is data from a stranger; it stands between fences, which tell a model so and
// do not keep it from following what it reads. The egress policy of the client decides what may
// be connected to. Nothing of one [Caller].Principal is shown to another.
package tools
