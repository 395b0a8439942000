package classify

import (
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// An invitation to follow a site asks for something, names the means and speaks of who asks: it
// has a word of each of these three lists among its first words, in the languages of most news
// sites.
const (
	invitingPhrases = `subscribe
sign up
signing up
follow
join
download
register
become a member
stay
miss
like us
consider supporting
please support
abonnieren
abonniere
abonniert
folgen
folge
folgt
anmelden
melden
suscríbete
suscribite
síguenos
seguinos
sigue
únete
recibe
abonnez
inscrivez
suivez
rejoignez
recevez
iscriviti
seguici
inscreva
assine
siga
receba
acompanhe
volg
abonneer`

	meansPhrases = `newsletter
newsletters
telegram
whatsapp
facebook
twitter
instagram
linkedin
tiktok
youtube
app
apps
inbox
edition
channel
channels
work
journalism
boletín
boletines
canal
kanal
infolettre
nieuwsbrief`

	ownPhrases = `our
us
uns
unser
unsere
unserem
unseren
unserer
nuestro
nuestra
nuestros
notre
nos
nostra
nostro
nossa
nosso
ons
onze`
)

var invitationsByWord = sync.OnceValue(func() [3]phrases {
	return [3]phrases{newPhrases(meansPhrases), newPhrases(ownPhrases), newPhrases(invitingPhrases)}
})

// The length of an invitation in words.
const (
	minInvitationWords = 4
	maxInvitationWords = 40
)

// dropInvitations leaves out lines of an article that invite the reader to subscribe to the
// site, to follow it or to pay for it.
func (s *selection) dropInvitations() {
	if !s.isArticlePage() {
		return
	}
	for i, kept := range s.kept {
		if b := &s.page.Blocks[i]; kept && b.Words >= minInvitationWords && b.Words <= maxInvitationWords && s.invites(b) && !s.inUnit(i) {
			s.kept[i] = false
		}
	}
}

func (s *selection) invites(b *measure.TextBlock) bool {
	words := s.page.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)]
	for _, list := range invitationsByWord() {
		if !list.occurIn(words) {
			return false
		}
	}
	return true
}
