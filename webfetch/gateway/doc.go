// Package gateway is a client for language models behind an OpenAI-compatible endpoint: chat
// completions with streaming, embeddings, and reranking in the form of Cohere and Jina. It
// works with Cloudflare AI Gateway, at its old and new address, and with self-hosted
// servers.
//
//	models, err := gateway.New(gateway.Options{
//		Endpoint: "https://gateway.ai.cloudflare.com/v1/ACCOUNT/GATEWAY/compat",
//		Token:    token,
//		Model:    "openai/gpt-5-mini",
//	})
//	client, err := webfetch.New(webfetch.Options{Summarizer: models, Embedder: models})
//
// A [Client] is a compact.Summarizer and, with Options.EmbeddingModel, a compact.Embedder and
// a knowledge.Embedder. A knowledge base uses its method Rerank to reorder the best hits.
//
// # Failures
//
// Every error of a call is an [Error]. A request is sent again after the statuses 408, 429 and 5xx
// (except 501 and 505) and if no response came, three times in all, with a pause or the time in
// Retry-After between. A stream is retried until its first byte. Answers are bounded to 16 MiB.
//
// # Security considerations
//
// The answer of a model is as untrusted as its input. Put the text of pages into messages of
// the role user, between marks that the system message names. Package compact does that, and
// reports numbers, names and quotes of an answer that are not in the document. All
// connections are made under the egress policy of the options. Tokens are never part of an
// error.
package gateway
