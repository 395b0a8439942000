// Package botauth signs requests, so that sites can identify the sender. It implements Web
// Bot Auth (draft-meunier-web-bot-auth-architecture) over HTTP Message Signatures (RFC 9421)
// with Ed25519 (RFC 8032).
//
//	signer, err := botauth.New(botauth.Options{Key: key, Agent: "https://bot.example"})
//	...
//	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{WrapTransport: signer.Transport}})
//
// A site finds the public key by the address in Signature-Agent, where [Signer.Directory]
// has to be served: at /.well-known/http-message-signatures-directory of that host.
//
// # Security considerations
//
// A signature identifies the sender; it grants no access. It covers the requested host, so
// that one site can't use it at another, and expires soon. Each try and each redirect has
// one of its own.
package botauth
