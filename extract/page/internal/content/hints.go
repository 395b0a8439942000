package content

// Hints are what is known of a page beside its body.
type Hints struct {
	// Title is the title as metadata has it.
	Title string
	// Description is what the page says of itself in a sentence or two.
	Description string
	// Type is the og:type, Things the types of its JSON-LD.
	Type   string
	Things Things
	// Path is the number of path segments of the URL, -1 when it has none.
	Path int
	// Address is the path of the URL, Query its query, Generator the program
	// that made the page.
	Address, Query, Generator string
}

// Things are types of schema.org that tell what a page is.
type Things uint16

// The types that matter here, with their subtypes.
const (
	ThingArticle Things = 1 << iota
	ThingProduct
	ThingForum
	ThingFAQ
	ThingList
	ThingRecipe
	ThingEvent
	ThingVideo
	ThingBusiness
	ThingTech
)
