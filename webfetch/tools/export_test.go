package tools

import "encoding/json"

// DecodeExtract decodes the arguments of extract as a call does.
func DecodeExtract(raw json.RawMessage) error {
	return decode(raw, Options{}.extractArguments(), new(fetchArgs))
}
