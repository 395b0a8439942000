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
	tokens, err := enc.Encode("tiktoken is great!")
	fmt.Println(tokens, err, enc.Decode(tokens))
	// Output: [83 1609 5963 374 2294 0] <nil> tiktoken is great!
}

func ExampleGet() {
	_, err := tiktoken.Get("gpt2")
	fmt.Println(err)
	// Output: tiktoken: unknown encoding "gpt2"
}

func ExampleForModel() {
	enc, err := tiktoken.ForModel("gpt-4o-mini")
	fmt.Println(enc.Name(), err)
	// Output: o200k_base <nil>
}
