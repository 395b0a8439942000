// Package knowledge is the interface of bases that keep what was fetched and answer
// questions from it. Package local is one in a file of SQLite, package cloudflare one on R2
// and AI Search.
//
//	scope, err := resolver.Scope(ctx)
//	receipt, err := base.Put(ctx, knowledge.Document{Scope: scope, URL: url, Title: title, Markdown: content})
//	answer, err := base.Query(ctx, knowledge.Query{
//		Scope:    scope,
//		Messages: []knowledge.Message{{Role: "user", Content: "How do I sign in?"}},
//	})
//
// # How the pieces fit
//
// A [Resolver] makes of the parameters of a call (thread key, prefix, tenant) a [Scope],
// which is a folder of keys. A [Document] is stored in a scope, and a [Query] is answered
// from one. No operation reads, counts or deletes documents outside of its scope.
//
// Two bases differ only in how they find passages: what is refused, how documents are cut,
// and what filters mean is the same. Package knowledgetest tests this.
//
// Models are behind small interfaces, as [Answerer]; package webfetch/gateway has clients that
// fit. Without them a base works as well: it finds by
// keywords and words that go with them, orders by proximity, and answers in sentences of the
// pages. An answer says which of the two it is by [Answer.Generated].
//
// # Security considerations
//
// The text of hits is untrusted, to be shown to a model behind a fence. The scope of a call
// is made of configuration and of data of the host about the conversation, never of a page.
// A prefix can't lead into the folder of another conversation ([Resolver]), a filter can't
// widen a scope, and the zero scope is refused. A hit can be compared with the stored text
// by [VerifyQuote].
package knowledge
