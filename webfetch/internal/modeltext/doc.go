// Package modeltext writes what package webfetch/modeltext promises, in parts: the tools put
// parts of pages, notes and warnings of their own together.
package modeltext
