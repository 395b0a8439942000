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
// A [Client] is a compact.Summarizer and, with Options.EmbeddingModel, a compact.Embedder. A
// knowledge base uses its [Embedder] for vectors and its method Rerank to reorder the best
// hits.
//
// # Failures
//
// Every error is an [httpapi.Error]. It has a kind, and in a field of its own the untrusted
// message of the endpoint. Package httpapi describes which calls are retried.
//
// # Security considerations
//
// The answer of a model is as untrusted as its input. Put the text of pages into messages of
// the role user, between marks that the system message names. Package compact does that, and
// reports numbers, names and quotes of an answer that are not in the document. All
// connections are made under the egress policy of the options. Tokens are never part of an
// error.
package gateway
