// Package mcpserver serves a webfetch client over the Model Context Protocol: five tools,
// prompts, completion and resources, over stdio or, with package host, streamable HTTP.
//
// It is an adapter. A handler decodes a request, makes one call of package webfetch/tools
// and encodes the result. All decisions about content are made in that package.
//
//	client, err := webfetch.New(webfetch.Options{})
//	…
//	srv, err := mcpserver.New(client, mcpserver.Options{})
//	…
//	err = srv.ServeStdio(ctx, os.Stdin, os.Stdout)
//
// [AddTools] adds the tools to a server of your own instead. Nothing in this module reads
// the environment.
//
// # Results
//
// A tool answers with its text as a block of text, with its JSON object as structured
// content, and with links to the resources that are kept of the page. Protocol errors are
// for unknown tools, prompts and resources and for malformed requests only.
//
// # Security considerations
//
// What a page says is data from a stranger. The egress policy of the client
// decides what may be connected to; this package adds a store and a rate of calls
// per principal, and a list of request headers that principals may not set. Package
// host adds the checks that HTTP needs: Origin, Host, bearer tokens, bounds on bodies
// and on the time that they take.
package mcpserver
