package warc

import (
	"crypto/sha256"
	"encoding/base32"
)

// digest labels the SHA-256 of the concatenated pieces as WARC-Block-Digest and
// WARC-Payload-Digest do (section 5.8). SHA-1, which many files have, would let a
// stranger make two bodies that are taken for one.
func digest(pieces ...[]byte) string {
	h := sha256.New()
	for _, piece := range pieces {
		h.Write(piece)
	}
	return "sha256:" + base32.StdEncoding.EncodeToString(h.Sum(nil))
}
