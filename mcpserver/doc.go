// Package mcpserver serves a webfetch client over the Model Context Protocol:
// five tools, prompts, completion and resources, over stdio or streamable HTTP.
//
// It is an adapter. A handler decodes its arguments, makes one call of package
// webfetch and encodes the result; whatever decides about content lives there.
//
//	client, err := webfetch.New(webfetch.Options{})
//	…
//	srv := mcpserver.New(client, mcpserver.Options{})
//	err = srv.ServeStdio(ctx, os.Stdin, os.Stdout)
//
// [AddTools] adds the tools to a server of your own instead. [ParseConfig]
// reads flags and environment of the stand-alone server, and nothing else in
// this module reads the environment.
//
// # Results
//
// Every tool answers with the same envelope as structured content (success,
// then packet, normalized, raw, chunks or compacted, or error) and with a text
// block for hosts that show only that. The text of a page stands between two
// lines with a random mark, made anew for every reply, so that a page can't
// close the fence. max_length bounds each of the two forms, metadata included; a
// reply too small for the packet names the page and warns of it, and no more.
// From 600 characters on that fits; below, an eighth of max_length is content.
//
// # Security considerations
//
// What a page says is data from a stranger. The egress policy of the client
// decides what may be connected to; this package adds the checks that HTTP
// needs: Origin, Host, bearer tokens, bounds on bodies and on the time that
// they take, a store and a rate of calls per principal, and a list of request
// headers that tenants may not set.
package mcpserver
