// Package cloudflare is a knowledge base on Cloudflare AI Search, with the files
// in an R2 bucket or in the storage of the instance itself.
//
//	base, err := cloudflare.New(cloudflare.Options{
//		AccountID: account, Instance: "pages", Token: token,
//		R2Bucket: "pages", R2AccessKeyID: id, R2SecretAccessKey: secret,
//	})
//
// It is built from Cloudflare's documentation and checked against an emulator of
// it and a real S3 server, not against the live service.
//
// # Storage
//
// With R2, a file is stored over S3 and found after the next synchronization of
// the instance: Put asks for one, and so does Delete, at most every 30 seconds
// together. Without, files go through the Items API into the instance, which
// indexes them at once; keys are limited to 128 bytes there.
//
// # Queries
//
// The scope and the filters go to the service as far as it compares exactly, and
// every passage that it answers is checked against both again: the service may
// compare only the first 64 bytes of a text, and knows the time of upload in
// place of that of retrieval. $ne, $nin and upper bounds of timestamp are always
// compared here. An answer that was written from a passage outside of the scope
// or the filters is thrown away; one made of sentences of the passages inside
// takes its place, and a warning says so.
//
// # Errors
//
// What goes wrong with a service is an error with the methods Reason, Temporary and
// Delay. Its text ends with the message of the service, which is untrusted.
//
// # Security considerations
//
// All connections are made under Options.Policy. Tokens and keys are never part
// of an error. Text of passages and of answers is data of strangers.
package cloudflare
