// Package mcpserver serves a webfetch client over the Model Context Protocol:
// five tools, prompts, completion and resources, over stdio or streamable HTTP.
//
// It is an adapter. A handler decodes its arguments, makes one call of package
// webfetch and encodes the result; whatever decides about content lives there.
//
//	client, err := webfetch.New(webfetch.Options{})
//	…
//	srv, err := mcpserver.New(client, mcpserver.Options{})
//	…
//	err = srv.ServeStdio(ctx, os.Stdin, os.Stdout)
//
// [AddTools] adds the tools to a server of your own instead. Package config
// reads flags and environment of the stand-alone server, and nothing else in
// this module reads the environment.
//
// # Results
//
// Every tool answers with the same envelope as structured content (success,
// then packet, normalized, raw, chunks or compacted, or error) and with a text
// block for hosts that show only that, which package modeltext writes: words of
// ours at the top, and all that others wrote between two lines with a random mark.
//
// max_length and start_index count code points of the text of the view and of
// nothing else, exactly. What stands beside it in structured content has bounds
// of its own: outline, key blocks and citations together 2,000 code points of
// JSON, fields of the metadata 300 each. The resource of the packet has all.
//
// # Security considerations
//
// What a page says is data from a stranger. The egress policy of the client
// decides what may be connected to; this package adds the checks that HTTP
// needs: Origin, Host, bearer tokens, bounds on bodies and on the time that
// they take, a store and a rate of calls per principal, and a list of request
// headers that tenants may not set.
package mcpserver
