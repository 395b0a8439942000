package classify_test

import "testing"

// Lists that a page has once for small screens and once for large ones are shown once.
func TestDropTwinUnits(t *testing.T) {
	const (
		list  = "<li>200 g flour</li><li>3 eggs</li><li>2 l milk</li></ul>"
		small = "<div class=small><h3>You need</h3><ul>" + list + "</div>"
		large = "<div class=on-large><h3>You need</h3><ul>" + list + "</div>"
		more  = "<div class=on-large><h3>You need</h3><ul><li>Serves 4</li>" + list + "</div>"
		other = "<p>The tide comes in twice on each of these days</p>"
		rows  = "<table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Height</th><td>9 cm</td></tr></table>"
		again = "You need (2) | 200 g flour (2) | 3 eggs (2) | 2 l milk (2)"
	)
	for name, test := range map[string]struct{ body, dropped string }{
		"beside each other":    {small + large, again},
		"with text between":    {small + other + large, again},
		"in one section":       {"<h2>Cake</h2>" + small + other + large, again},
		"a first item more":    {small + more, "You need | 200 g flour | 3 eggs | 2 l milk"},
		"a first item less":    {more + small, again},
		"tables":               {"<div class=small>" + rows + "</div>" + other + "<div class=on-large>" + rows + "</div>", "Weight (2) | 2 kg (2) | Height (2) | 9 cm (2)"},
		"tables with names":    {"<p>Boat A</p><div class=small>" + rows + "</div><p>Boat B</p><div class=on-large>" + rows + "</div>", ""},
		"introduced":           {"<div class=small>" + rows + "</div><p>The boat that comes in twice on these days:</p><div class=on-large>" + rows + "</div>", ""},
		"of two sections":      {"<h2>Cake</h2>" + small + "<h2>Bread</h2>" + large, ""},
		"below other headings": {"<div class=small><h3>Dawn</h3><ul>" + list + "</div><div class=on-large><h3>Dusk</h3><ul>" + list + "</div>", ""},
		"parts of one shape":   {small + other + small, ""},
		"in one part":          {"<h3>You need</h3><ul>" + list + other + "<ul>" + list, ""},
		"with another amount":  {small + "<div class=on-large><h3>You need</h3><ul><li>200 g flour</li><li>4 eggs</li><li>2 l milk</li></ul></div>", ""},
		"two more":             {small + "<div class=on-large><h3>You need</h3><ul><li>Serves 4</li><li>1 l tea</li>" + list + "</div>", ""},
		"two items":            {"<div class=small><ul><li>3 eggs</li><li>2 l milk</li></ul></div><div class=on-large><ul><li>3 eggs</li><li>2 l milk</li></ul></div>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, kept: all}, "drop repeated runs", "drop twin units", "drop empty headings").assertDrops(t, test.dropped)
		})
	}
}
