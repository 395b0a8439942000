package hostlimit

import "time"

// window is the time in which a rate counts requests. It is half a second longer than a
// minute: some requests take longer to arrive than others, and the rate has to hold where
// they arrive.
const window = time.Minute + 500*time.Millisecond

// pace says when the next request to a host may be sent. Two rules hold at the
// same time. A token bucket spaces requests: burst at once, then one every
// interval (in the form of the generic cell rate algorithm, ITU-T I.371, which
// keeps one time instead of a count of tokens). A sliding window keeps the
// number: at most most requests in any minute, which a bucket alone exceeds by
// its burst. The zero value does not limit.
type pace struct {
	interval time.Duration // 0: no spacing
	burst    int
	most     int // in any minute, 0: no bound
	// due is when the next request would be sent if all had been spaced evenly.
	due  time.Time
	sent []time.Time // of the last most requests, within the window, oldest first
}

// at returns when a request may be sent, not before from, if ahead others are sent before it as
// early as they may be. Uncharged ones count for the window only.
func (p *pace) at(from time.Time, ahead int, uncharged bool) time.Time {
	at := from
	if p.interval > 0 && !uncharged {
		at = latest(at, latest(from, p.due).Add(time.Duration(ahead-p.burst+1)*p.interval))
	}
	switch i := len(p.sent) + ahead - p.most; {
	case p.most == 0 || i < 0:
		return at
	case i < len(p.sent):
		return latest(at, p.sent[i].Add(window))
	}
	return latest(at, p.at(from, ahead-p.most, uncharged).Add(window))
}

func (p *pace) take(now time.Time, uncharged bool) {
	if p.interval > 0 && !uncharged {
		p.due = latest(p.due, now).Add(p.interval)
	}
	if p.most == 0 {
		return
	}
	old := 0
	for old < len(p.sent) && now.Sub(p.sent[old]) >= window {
		old++
	}
	p.sent = append(p.sent[max(old, len(p.sent)-p.most+1):], now)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
