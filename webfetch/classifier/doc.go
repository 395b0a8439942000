// Package classifier asks a model behind HTTP whether text reads like an
// instruction: Prompt Guard and its like behind a server of text classification,
// or Llama Guard and its like behind an endpoint of the OpenAI form. A [Scanner]
// is a webfetch.Scanner, which judges beside the built-in scan:
//
//	guard, err := classifier.New(classifier.Options{
//		Endpoint: "http://127.0.0.1:8080/predict",
//		Format:   classifier.FormatTEI,
//		Policy:   &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), Ports: []uint16{8080}}}},
//	})
//	client, err := webfetch.New(webfetch.Options{Scanner: guard})
//
// # Failures
//
// What the classifier could not judge is never taken for harmless: a call that
// fails or takes too long, an answer of another form, and a label that is unknown
// are errors, which webfetch reports in a warning. Text over the limit is a finding
// with the category overflow.
//
// # Security considerations
//
// The text of pages leaves the program: choose an endpoint that may see it. All
// connections are made under the egress policy of the options; its zero value
// allows the public internet only, so that a server of one's own has to be
// allowed by address and port.
package classifier
