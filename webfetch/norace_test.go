//go:build !race

package webfetch

// raceDetector says whether tests run under the race detector.
const raceDetector = false
