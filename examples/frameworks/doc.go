// Package frameworks shows the tools of webfetch in five agent frameworks: each function
// hands the tools of one [tools.Set] to one framework and is meant to be copied. What a page
// says reaches the model between fences; a failed call is a text that says what to try next,
// so that the model can.
//
// It is a module outside of the workspace: run its tests with "make frameworks".
package frameworks
