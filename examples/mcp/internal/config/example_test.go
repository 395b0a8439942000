package config_test

import (
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
)

func ExampleParse() {
	_, err := config.Parse([]string{"--ignore-robots-txt"}, []string{"MAX_BYTES=ten"}, nil)
	fmt.Println(err)
	// Output: MAX_BYTES=ten: want an integer
}

func ExampleEnvExample() {
	for line := range strings.Lines(config.EnvExample()) {
		if strings.HasPrefix(line, "MAX_LENGTH=") {
			fmt.Print(line)
		}
	}
	// Output: MAX_LENGTH=20000
}
