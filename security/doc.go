// Package security decides what may be connected to and finds text that reads
// like an instruction to a language model.
package security
