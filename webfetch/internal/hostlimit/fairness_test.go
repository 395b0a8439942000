package hostlimit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// queueUp lets the first slot of l be taken, queues the requests of names, as
// "principal host", in order, and returns the order in which they are served, one
// after the other.
func queueUp(t *testing.T, l *hostlimit.HostLimiter, names ...string) []string {
	first, err := l.Admit(hostlimit.WithPrincipal(t.Context(), "first"), hostlimit.Request{Host: "first:80"})
	require.NoError(t, err)
	var mu sync.Mutex
	var order []string
	var all sync.WaitGroup
	for _, name := range names {
		principal, host, _ := strings.Cut(name, " ")
		all.Go(func() {
			slot, err := l.Admit(hostlimit.WithPrincipal(t.Context(), principal), hostlimit.Request{Host: host + ":80"})
			if !assert.NoError(t, err) {
				return
			}
			mu.Lock()
			order = append(order, name)
			mu.Unlock()
			time.Sleep(time.Second)
			slot.Done(hostlimit.Answered)
		})
		synctest.Wait()
	}
	first.Done(hostlimit.Answered)
	all.Wait()
	assertIdle(t, l)
	return order
}

func TestTurns(t *testing.T) {
	tests := map[string]struct {
		names, want string
	}{
		"one principal, one host":    {"a x,a x,a x", "a x,a x,a x"},
		"principals take turns":      {"a x,a x,a x,b x,b x,c x", "a x,b x,c x,a x,b x,a x"},
		"on different hosts":         {"a x,a x,a x,b y,b y", "a x,b y,a x,b y,a x"},
		"then their hosts":           {"a x,a x,a x,a y,a z,b x", "a x,b x,a y,a z,a x,a x"},
		"a newcomer is not the last": {"a x,a x,a x,a x,a x,b y", "a x,b y,a x,a x,a x,a x"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := hostlimit.New(hostlimit.Config{PerMinute: -1, Total: 1})
				assert.Equal(t, strings.Split(tt.want, ","), queueUp(t, l, strings.Split(tt.names, ",")...))
			})
		})
	}
}

// At a host with a rate, a principal with one request does not wait behind all
// those of another.
func TestTurnsAtARate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{Burst: 1})
		send := func(principal string) (time.Duration, error) {
			began := time.Now()
			ctx, cancel := contextWith(t, 30500*time.Millisecond)
			defer cancel()
			slot, err := l.Admit(hostlimit.WithPrincipal(ctx, principal), hostlimit.Request{Host: "x:80"})
			if err == nil {
				slot.Done(hostlimit.Answered)
			}
			return time.Since(began), err
		}
		var all sync.WaitGroup
		refused := 0
		var mu sync.Mutex
		for range 100 {
			all.Go(func() {
				took, err := send("many")
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					refused++
					assert.Positive(t, after(t, err), "also if others were preferred in the end")
					assert.True(t, took == 0 || took == 30500*time.Millisecond, took)
				}
			})
		}
		synctest.Wait()
		mu.Lock()
		assert.Equal(t, 69, refused, "31 fit into 30.5 seconds")
		mu.Unlock()
		for range 10 {
			took, err := send("one")
			require.NoError(t, err)
			assert.LessOrEqual(t, took, 2*time.Second)
		}
		all.Wait()
		assert.Equal(t, 79, refused)
		assertIdle(t, l)
	})
}

// A principal whose hosts are slow leaves room to others.
func TestShareOfAPrincipal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1, Total: 8, PerPrincipal: 4})
		slow := hostlimit.WithPrincipal(t.Context(), "slow")
		for i := range 20 {
			go func() {
				slot, err := l.Admit(slow, hostlimit.Request{Host: fmt.Sprintf("h%d:80", i)})
				if assert.NoError(t, err) {
					time.Sleep(30 * time.Second)
					slot.Done(hostlimit.Answered)
				}
			}()
		}
		synctest.Wait()
		for i := range 100 {
			slot, took, err := admitFor(t, l, "quick", fmt.Sprintf("h%d:80", i%10))
			require.NoError(t, err)
			assert.Zero(t, took)
			slot.Done(hostlimit.Answered)
		}
		time.Sleep(10 * time.Minute)
		assertIdle(t, l)
	})
}

func admitFor(t *testing.T, l *hostlimit.HostLimiter, principal, host string) (*hostlimit.Slot, time.Duration, error) {
	began := time.Now()
	slot, err := l.Admit(hostlimit.WithPrincipal(t.Context(), principal), hostlimit.Request{Host: host})
	return slot, time.Since(began), err
}

// Queues are bounded, of a principal and in all.
func TestQueuesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1, Total: 1})
		slot, err := l.Admit(t.Context(), hostlimit.Request{Host: "a:80"})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		wait := func(principal string, n int) {
			for range n {
				go func() {
					_, err := l.Admit(hostlimit.WithPrincipal(ctx, principal), hostlimit.Request{Host: "a:80"})
					assert.ErrorIs(t, err, context.Canceled)
				}()
			}
			synctest.Wait()
		}
		refused := func(principal string) bool {
			ctx, cancel := contextWith(t, time.Second)
			defer cancel()
			slot, err := l.Admit(hostlimit.WithPrincipal(ctx, principal), hostlimit.Request{Host: "b:80"})
			if err == nil {
				slot.Done(hostlimit.Answered)
			}
			limited := new(hostlimit.ThrottledError)
			return errors.As(err, &limited) && limited.Reason == "too many requests are waiting"
		}
		wait("0", maxWaitingPerPrincipal-1)
		assert.False(t, refused("0"), "one below the bound")
		wait("0", 1)
		assert.True(t, refused("0"))
		assert.False(t, refused("1"), "others are not concerned")
		for i := range maxWaiting/maxWaitingPerPrincipal - 1 {
			wait(fmt.Sprint(i+1), maxWaitingPerPrincipal)
		}
		assert.True(t, refused("new"))
		cancel()
		synctest.Wait()
		slot.Done(hostlimit.Answered)
		assert.False(t, refused("0"))
		assertIdle(t, l)
	})
}

// The work for a request does not grow with how many others wait for its host: each is looked
// at a few times, whether it comes, is sent or gives up.
func TestACrowdAtOneHostTakesLinearWork(t *testing.T) {
	for name, principals := range map[string]int{"a few principals": 10, "each its own": maxWaiting} {
		for _, config := range []hostlimit.Config{{PerMinute: -1, Total: 1}, {PerMinute: -1, PerHost: 1, Total: 100}, {PerMinute: 600, Burst: 1, Total: 100}} {
			t.Run(fmt.Sprintf("%s, %d of %d a minute", name, config.Total, config.PerMinute), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := hostlimit.New(config)
					first, err := l.Admit(t.Context(), hostlimit.Request{Host: "a:80"})
					require.NoError(t, err)
					ctx, cancel := contextWith(t, time.Hour)
					defer cancel()
					var all sync.WaitGroup
					var sent, gaveUp atomic.Int64
					for i := range maxWaiting {
						all.Go(func() {
							mine, giveUp := context.WithCancel(hostlimit.WithPrincipal(ctx, fmt.Sprint(i%principals)))
							defer giveUp()
							if i%4 == 3 {
								time.AfterFunc(time.Millisecond, giveUp)
							}
							slot, err := l.Admit(mine, hostlimit.Request{Host: "a:80", Address: fmt.Sprint("/", i)})
							if err != nil {
								gaveUp.Add(1)
								return
							}
							sent.Add(1)
							slot.Done(hostlimit.Answered)
						})
					}
					synctest.Wait()
					time.Sleep(2 * time.Millisecond)
					first.Done(hostlimit.Answered)
					all.Wait()
					assert.EqualValues(t, maxWaiting, sent.Load()+gaveUp.Load())
					assert.LessOrEqual(t, gaveUp.Load(), int64(maxWaiting/4))
					assert.LessOrEqual(t, l.Looked(), 4*maxWaiting)
					assertIdle(t, l)
				})
			})
		}
	}
}

// Many requests that compete are cheap to choose from.
func BenchmarkCrowd(b *testing.B) {
	l := hostlimit.New(hostlimit.Config{PerMinute: -1, Total: 32})
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	var all sync.WaitGroup
	for i := range 2000 {
		all.Go(func() {
			principal := hostlimit.WithPrincipal(ctx, fmt.Sprint(i%50))
			for ctx.Err() == nil {
				slot, err := l.Admit(principal, hostlimit.Request{Host: fmt.Sprintf("h%d:80", i%500)})
				if err == nil {
					slot.Done(hostlimit.Answered)
				}
			}
		})
	}
	probe := hostlimit.WithPrincipal(ctx, "probe")
	for b.Loop() {
		slot, err := l.Admit(probe, hostlimit.Request{Host: "probe:80"})
		if err != nil {
			b.Fatal(err)
		}
		slot.Done(hostlimit.Answered)
	}
	cancel()
	all.Wait()
}

// A principal whose requests to a host take their time leaves room at it for others; one
// without a name has no others.
func TestShareOfAHost(t *testing.T) {
	for what, tt := range map[string]struct {
		name    string
		perHost int
		begun   int
	}{
		"named, two slots":   {"many", 2, 1},
		"named, five slots":  {"many", 5, 3},
		"named, one slot":    {"many", 1, 1},
		"without a name":     {"", 2, 2},
		"without, one slot":  {"", 1, 1},
		"without, ten slots": {"", 10, 6},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := hostlimit.New(hostlimit.Config{PerMinute: -1, PerHost: tt.perHost, Total: 100})
				var all sync.WaitGroup
				var mu sync.Mutex
				begun := 0
				for range 6 {
					all.Go(func() {
						slot, err := l.Admit(hostlimit.WithPrincipal(t.Context(), tt.name), hostlimit.Request{Host: "slow:80"})
						if !assert.NoError(t, err) {
							return
						}
						mu.Lock()
						begun++
						mu.Unlock()
						time.Sleep(30 * time.Second)
						slot.Done(hostlimit.Answered)
					})
				}
				synctest.Wait()
				mu.Lock()
				assert.Equal(t, tt.begun, begun)
				mu.Unlock()
				if tt.name != "" && tt.perHost > 1 {
					began := time.Now()
					slot, err := l.Admit(hostlimit.WithPrincipal(t.Context(), "one"), hostlimit.Request{Host: "slow:80"})
					require.NoError(t, err)
					assert.Zero(t, time.Since(began), "it does not wait for the other principal")
					slot.Done(hostlimit.Answered)
				}
				all.Wait()
				assertIdle(t, l)
			})
		})
	}
}
