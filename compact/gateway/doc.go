// Package gateway speaks to language models behind any endpoint of the OpenAI
// form: chat completions with streaming, embeddings, and reranking of the form
// that Cohere and Jina made common. Cloudflare AI Gateway is one, at its old
// address and its new one; servers of one's own are others.
//
//	models, err := gateway.New(gateway.Options{
//		Endpoint: "https://gateway.ai.cloudflare.com/v1/ACCOUNT/GATEWAY/compat",
//		Token:    token,
//		Model:    "openai/gpt-5-mini",
//	})
//	client, err := webfetch.New(webfetch.Options{Summarizer: models, Embedder: models})
//
// A [Client] is a compact.Summarizer and, with Options.EmbeddingModel, a
// compact.Embedder. Its [Embedder] and its method Rerank are what a knowledge
// base needs for vectors and for a second look at its best hits.
//
// # Failures
//
// Every error is an [httpapi.Error]: its kind says what went wrong, and what the
// endpoint said of it stands apart, as untrusted text. Calls are tried again as
// package httpapi says.
//
// # Security considerations
//
// What a model answers is as untrusted as what it read. Text of pages belongs
// into messages of the role user, between marks that the system message names;
// package compact does that, and tells which numbers, names and quotes of an
// answer are not in the document. All connections are made under the egress
// policy of the options. Tokens are never part of an error.
package gateway
