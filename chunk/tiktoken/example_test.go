package tiktoken_test

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
)

func ExampleO200K() {
	enc, err := tiktoken.O200K()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(enc.Name(), enc.Count("The quick brown fox jumps over the lazy dog."))
	// Output: o200k_base 10
}

func ExampleCL100K() {
	enc, err := tiktoken.CL100K()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(enc.Name(), enc.Count("tiktoken is great!"))
	// Output: cl100k_base 6
}

func ExampleGet() {
	_, err := tiktoken.Get("gpt2")
	fmt.Println(err)
	// Output: tiktoken: unknown encoding "gpt2"
}
