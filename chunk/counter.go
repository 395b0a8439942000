package chunk

// Counter counts the tokens of a text. Implementations are safe for concurrent
// use. Count("") is 0.
type Counter interface {
	Count(text string) int
}
