package packetstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
)

func (s *Store) share(ctx context.Context, principal string, e *Entry) {
	if s.opts.Shared == nil {
		return
	}
	stamp := strconv.FormatInt(e.StoredAt.UnixMilli(), 10)
	packed := joinTexts(stamp, e.URL, string(e.packed), string(e.screenshot))
	_ = s.opts.Shared.Put(ctx, s.sharedKey(principal, e.Name), packed, time.Until(e.Expires))
}

func (s *Store) findShared(ctx context.Context, principal, name string) *Entry {
	if s.opts.Shared == nil || name == "" || s.opts.TTL <= 0 {
		return nil
	}
	packed, err := s.opts.Shared.Get(ctx, s.sharedKey(principal, name))
	if err != nil || packed == nil {
		return nil
	}
	var parts [4][]byte
	if splitTexts(packed, parts[:]) != nil {
		return nil
	}
	stamp, err := strconv.ParseInt(string(parts[0]), 10, 64)
	if err != nil {
		return nil
	}
	e := s.newEntry(name, time.UnixMilli(stamp), string(parts[1]), parts[2], parts[3])
	if !time.Now().Before(e.Expires) {
		return nil
	}
	return e
}

func (s *Store) sharedKey(principal, name string) string {
	kind := "content"
	if s.opts.Bodies {
		kind = "bodies"
	}
	sum := sha256.Sum256(joinTexts(kind, principal, name))
	return hex.EncodeToString(sum[:])
}
