package features

// Hints holds data about a page from outside of its body.
type Hints struct {
	// Title is the title as metadata has it.
	Title string
	// Description is the description that the page declares, a sentence or two.
	Description string
	// Type is the og:type, Schema the types of its JSON-LD.
	Type   string
	Schema SchemaTypes
	// PathSegments is the number of path segments of the URL, -1 when it has none.
	PathSegments int
	// Address is the path of the URL, Query its query, Generator the program
	// that made the page.
	Address, Query, Generator string
}

// SchemaTypes are types of schema.org that say what a page is.
type SchemaTypes uint16

// The types that matter here, with their subtypes.
const (
	SchemaArticle SchemaTypes = 1 << iota
	SchemaProduct
	SchemaForum
	SchemaFAQ
	SchemaList
	SchemaRecipe
	SchemaEvent
	SchemaVideo
	SchemaBusiness
	SchemaTechArticle
)
