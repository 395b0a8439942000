package pdf

import (
	"testing"
)

func FuzzXMP(f *testing.F) {
	f.Add([]byte(`<rdf:Description dc:title="a"><dc:creator><rdf:li>b</rdf:li></dc:creator></rdf:Description>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		x := xmpReader{}
		x.read(data)
		for property, list := range x.values {
			if len(list) > maxNames {
				t.Fatalf("%d values of %s", len(list), property)
			}
		}
	})
}
