// Package jsonstream reads large JSON value by value, so that the context of the decoder's reader can end it between any two, and
// no more is held than is asked for.
package jsonstream

import (
	"encoding/json"
	"io"
)

// Members calls member with the key of each member of the next value; member must read the value of the member. A value
// that is not an object is skipped, and isObject is false.
func Members(d *json.Decoder, member func(key string) error) (isObject bool, err error) {
	return each(d, '{', func() error {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		return member(key)
	})
}

// Items calls item for each element of the next value; item must read the element. A value that is not an array is
// skipped, and isArray is false.
func Items(d *json.Decoder, item func() error) (isArray bool, err error) { return each(d, '[', item) }

func each(d *json.Decoder, open json.Delim, next func() error) (bool, error) {
	t, err := d.Token()
	if err != nil {
		return false, whole(err)
	}
	if t != open {
		return false, rest(d, t)
	}
	for d.More() {
		if err := next(); err != nil {
			return false, whole(err)
		}
	}
	_, err = d.Token()
	return err == nil, whole(err)
}

func whole(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Skip passes over the next value.
func Skip(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	return rest(d, t)
}

// rest passes over what is left of a value that begins with t.
func rest(d *json.Decoder, t json.Token) (err error) {
	for depth := 0; ; {
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
		if t, err = d.Token(); err != nil {
			return whole(err)
		}
	}
}
