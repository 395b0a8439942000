package visibility

// ReadAttributes are the attributes that this package asks for by name, apart by
// spaces, besides those that a style sheet selects by: a parser must not leave them
// out.
const ReadAttributes = "aria-controls aria-hidden aria-label aria-labelledby background bgcolor checked class color data-animate data-animation data-aos " +
	"contenteditable data-bs-target data-ng-cloak data-sal data-scroll-reveal data-sr-id data-target data-w-id data-wf-page data-wf-site dir disabled hidden href id lang " +
	"media ng-cloak ng-hide ng-if ng-show open placeholder popover readonly rel required role selected shadowrootmode slot style text type v-cloak v-if v-show x-cloak x-if x-show"
