package meta

// ReadAttributes are the attributes that this package asks for by name, apart by
// spaces: the parser must not leave them out.
const ReadAttributes = "class content datetime href http-equiv itemprop itemtype lang name property rel xml:lang"
