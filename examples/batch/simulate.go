package main

import (
	"cmp"
	"container/heap"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

type fleet struct {
	pages, hosts   int
	skew           float64 // host number n has 1/n^skew of the pages
	workers, cores int     // cores of each worker
	cpu            time.Duration
	latency        time.Duration // median; log-normal with sigma 1, without its longest thousandth
	faults         float64       // part of the tries that fail and are tried again
	seed           uint64

	concurrency, rate int
	timeout           time.Duration

	// delay is how long an answer takes, for pages whose times are known. Nil draws it.
	delay func(host, page int) time.Duration
}

const fleetFields = "pages=1000000,hosts=50000,skew=0.7,workers=4,cores=2,cpu=20ms,latency=400ms,faults=0.02,seed=1"

func parseFleet(text string, s *settings) (*fleet, error) {
	f := &fleet{concurrency: s.concurrency, rate: s.rate, timeout: cmp.Or(s.timeout, 30*time.Second)}
	fields := flag.NewFlagSet("simulate", flag.ContinueOnError)
	for name, field := range map[string]*int{"pages": &f.pages, "hosts": &f.hosts, "workers": &f.workers, "cores": &f.cores} {
		fields.IntVar(field, name, 0, "")
	}
	fields.Float64Var(&f.skew, "skew", 0, "")
	fields.Float64Var(&f.faults, "faults", 0, "")
	fields.Uint64Var(&f.seed, "seed", 0, "")
	fields.DurationVar(&f.cpu, "cpu", 0, "")
	fields.DurationVar(&f.latency, "latency", 0, "")
	for pair := range strings.SplitSeq(fleetFields+","+text, ",") {
		name, value, _ := strings.Cut(pair, "=")
		if err := fields.Set(name, value); err != nil && pair != "" {
			return nil, fmt.Errorf("-simulate: %s: want some of %s", pair, fleetFields)
		}
	}
	if min(f.pages, f.hosts, f.workers, f.cores) < 1 || f.pages > 20_000_000 || f.faults < 0 || f.faults >= 1 || min(f.cpu, f.latency) < 0 {
		return nil, errors.New("-simulate: want 1 to 20,000,000 pages, a host, a worker and a core, faults below 1, and no negative time")
	}
	return f, nil
}

type outlook struct {
	elapsed          time.Duration
	requests, failed int
	used             float64       // part of the time in which cores work
	largest          int           // pages of the largest host
	floor            time.Duration // what its pace alone takes
}

func (o outlook) write(w io.Writer, f *fleet) {
	perSecond := float64(f.pages) / max(o.elapsed.Seconds(), 1e-9)
	fmt.Fprintf(w, "%d pages of %d hosts in %s: %.1f a second, %.2f million a day\n", f.pages, f.hosts, o.elapsed.Round(time.Second), perSecond, perSecond*86400/1e6)
	fmt.Fprintf(w, "%d requests, %d pages given up, cores busy %.0f %% of the time\n", o.requests, o.failed, 100*o.used)
	fmt.Fprintf(w, "the largest host has %d pages, which takes %s at its pace\n", o.largest, o.floor.Round(time.Second))
}

type task struct{ host, page, tries int32 }

type event struct {
	at time.Duration
	do func()
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}

// machine is a worker: places for tasks, of which those that wait for their host take no
// slot of the client, and cores that read one page after another.
type machine struct {
	places, slots int
	waiting       []task          // for a slot
	free          []time.Duration // when each core is
}

// burst is how many requests a host gets at once, as in the limiter that workers share.
const burst = 5

type simulation struct {
	*fleet
	outlook
	random      *rand.Rand
	now         time.Duration
	events      events
	queues      [queues][]task
	machines    []machine
	interval    time.Duration
	theoretical []time.Duration // arrival of the next request of a host, if they were evenly spaced (GCRA)
	busy        time.Duration
	next        int // machine that takes the next task
}

func (f *fleet) run() outlook {
	r := &simulation{fleet: f, random: rand.New(rand.NewPCG(f.seed, 0)), machines: make([]machine, f.workers), theoretical: make([]time.Duration, f.hosts)}
	counts := f.spread()
	r.largest = slices.Max(counts)
	if f.rate > 0 {
		r.interval = time.Minute / time.Duration(f.rate)
		r.floor = time.Duration(max(r.largest-burst, 0)) * r.interval
	}
	for i := range r.machines {
		r.machines[i] = machine{places: 2 * f.concurrency, slots: f.concurrency, free: make([]time.Duration, f.cores)}
	}
	for host, n := range counts {
		for page := range n {
			r.queues[host%queues] = append(r.queues[host%queues], task{host: int32(host), page: int32(page)})
		}
	}
	for _, q := range r.queues {
		r.random.Shuffle(len(q), func(i, j int) { q[i], q[j] = q[j], q[i] })
	}
	r.fill()
	for len(r.events) > 0 {
		e := heap.Pop(&r.events).(event)
		r.now = e.at
		e.do()
	}
	r.elapsed = r.now
	r.used = float64(r.busy) / float64(max(r.now, 1)) / float64(f.workers*f.cores)
	return r.outlook
}

func (f *fleet) spread() []int {
	counts := make([]int, f.hosts)
	sum := 0.0
	for n := range counts {
		sum += math.Pow(float64(n+1), -f.skew)
	}
	left := f.pages
	for n := range counts {
		counts[n] = min(left, max(1, int(float64(f.pages)*math.Pow(float64(n+1), -f.skew)/sum)))
		left -= counts[n]
	}
	for n := 0; left > 0; n, left = n+1, left-1 {
		counts[n%f.hosts]++
	}
	return counts
}

func (r *simulation) after(d time.Duration, do func()) { heap.Push(&r.events, event{r.now + d, do}) }

func (r *simulation) put(t task) {
	q := &r.queues[int(t.host)%queues]
	*q = append(*q, t)
	r.fill()
}

// fill gives tasks to machines in turn, until none has a place or no queue a task.
func (r *simulation) fill() {
	for idle := 0; idle < len(r.machines); r.next++ {
		m := &r.machines[r.next%len(r.machines)]
		idle++
		if m.places == 0 {
			continue
		}
		first := r.random.IntN(queues)
		for i := range queues {
			if q := &r.queues[(first+i)%queues]; len(*q) > 0 {
				t := (*q)[0]
				*q = (*q)[1:]
				r.take(m, t)
				idle = 0
				break
			}
		}
	}
}

func (r *simulation) take(m *machine, t task) {
	wait := time.Duration(0)
	if r.interval > 0 {
		tat := max(r.theoretical[t.host], r.now) + r.interval
		if wait = max(tat-burst*r.interval-r.now, 0); wait > r.timeout {
			r.after(wait.Truncate(time.Second)+time.Second, func() { r.put(t) }) // asynq looks once a second
			return
		}
		r.theoretical[t.host] = tat
	}
	m.places--
	r.after(wait, func() {
		if m.slots == 0 {
			m.waiting = append(m.waiting, t)
			return
		}
		m.slots--
		r.send(m, t)
	})
}

func (r *simulation) send(m *machine, t task) {
	r.requests++
	delay := time.Duration(float64(r.latency) * math.Exp(min(max(r.random.NormFloat64(), -3), 3)))
	if r.delay != nil {
		delay = r.delay(int(t.host), int(t.page))
	}
	r.after(delay, func() {
		core := slices.Index(m.free, slices.Min(m.free))
		m.free[core] = max(m.free[core], r.now) + r.cpu
		r.busy += r.cpu
		r.after(m.free[core]-r.now, func() { r.end(m, t) })
	})
}

func (r *simulation) end(m *machine, t task) {
	if len(m.waiting) > 0 {
		r.send(m, m.waiting[0])
		m.waiting = m.waiting[1:]
	} else {
		m.slots++
	}
	m.places++
	if r.random.Float64() < r.faults {
		if t.tries++; t.tries < maxTries {
			r.after(retryDelay(int(t.tries-1), nil, nil), func() { r.put(t) })
		} else {
			r.failed++
		}
	}
	r.fill()
}
