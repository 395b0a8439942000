package meta

import "strings"

// leads are the words that introduce a name, lower case, longer ones before what
// they begin with.
var leads = [...]string{
	"article written by", "written and photographed by", "words and photos by", "written by", "posted by", "post by", "article by", "text by", "story by", "words by",
	"recipe by", "guide by", "review by", "analysis by", "opinion by", "report by", "authored by", "published by", "submitted by", "created by", "contributed by", "shared by", "added by", "by",
	"text und interview", "text und fotos", "pressemitteilung von", "geschrieben von", "verfasst von", "erstellt von", "eingestellt von", "veröffentlicht von", "gepostet von",
	"ein beitrag von", "beitrag von", "ein artikel von", "artikel von", "von", "écrit par", "rédigé par", "publié par", "posté par", "propos recueillis par", "par",
	"escrito por", "publicado por", "redactado por", "por", "scritto da", "pubblicato da", "a cura di", "di", "geschreven door", "door", "skrevet av", "av", "napisał", "napisała",
	"authors", "author", "текст", "autoren", "autorin", "autor", "autora", "autore", "auteur", "auteurs", "автор", "text", "texte", "texto", "testo", "foto",
}

// nobody are texts in the place of a name that name nobody.
var nobody = [...]string{
	"wordpressadmin", "webmaster", "editor", "redaktion", "admin", "administrator", "author", "authors", "autor", "autorin", "auteur", "autore", "staff", "unknown", "none", "null", "undefined",
	"name", "your name", "nom", "nombre", "nome", "naam", "publisher", "user", "super user", "guest", "view more", "view all", "more", "view more posts", "view all posts", "all posts", "more posts", "read more", "share",
	"about the author", "about", "contact us", "unbenannt", "n/a", "na", "test", "default", "root", "date", "datum", "last", "home", "guest author", "гость", "by", "written by", "posted by", "article by", "recipe by", "published by", "replying to",
	"uppdaterad", "publicerad", "opdateret", "publiceret", "oppdatert", "publisert", "päivitetty", "julkaistu", "redação", "redaccion", "redacción", "redazione", "redaktori", "redacția", "redactie",
	"redakcja", "redakce", "redakcia", "redakcija", "toimitus", "редакция", "редакція", "συντακτική ομάδα", "szerkesztőség", "redaksjonen", "redaktionen", "redaksi",
}

// credits are the beginnings of texts, in lower case, that name who made a picture or
// the site, not who wrote the text.
var credits = [...]string{
	"photo:", "photo by ", "photos:", "photos by ", "fotos:", "photo credit", "photograph by ", "image:", "image by ", "images by ", "picture:", "bild:", "crédit", "фото", "写真", "图片", "圖片", "図：",
	"developed by ", "designed by ", "design by ", "powered by ", "hosted by ", "maintained by ", "theme by ", "filed by",
}

func weekday(w string) bool {
	switch w {
	case "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche":
		return true
	}
	return false
}

// monthAlone reports whether a word is the full name of a month that no person is
// called by.
func monthAlone(w string) bool {
	w = strings.ToLower(strings.Trim(w, ".,"))
	switch w {
	case "april", "june", "august", "mai", "may", "jan", "mar", "mart", "juni", "julija", "maja", "augustus", "agosto", "julio", "maggio", "gen", "set", "ago", "out", "dic", "mag", "ene":
		return false
	}
	return len(w) > 4 && monthByName(w) != 0
}

// number reports whether a word is a number, a date or a time.
func number(w string) bool {
	w = strings.TrimLeft(w, "$€£(#")
	if n := len(w); n > 8 && w[0] >= '0' && w[0] <= '9' && w[n-1] >= '0' && w[n-1] <= '9' && strings.Count(w, "-") == 2 {
		return true // 4-aug-2024
	}
	return w != "" && w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.,:/-–thsndr)%+$€£") == ""
}

// ends reports whether a word, before the rest, never stands in a name and begins
// what follows a name: a date, a source.
func ends(w string, rest []string) bool {
	switch w {
	case "updated", "published", "posted", "veröffentlicht", "aktualisiert", "publié", "publicado", "actualizado", "hace", "tiempo", "lesezeit",
		"copyright", "©", "quelle", "source", "locale", "dotyczy", "sponsored", "google+":
		return true
	case "read", "view", "follow", "connect":
		return len(rest) > 0 && (rest[0] == "on" || rest[0] == "more" || rest[0] == "with" || rest[0] == "all")
	case "posts", "shares", "comments", "kommentare":
		return len(rest) == 0
	}
	return false
}

func leadsToDate(word string) bool {
	switch w := strings.ToLower(strings.Trim(word, ".,:|»–—-·•")); w {
	case "", "on", "am", "le", "el", "il", "updated", "posted", "published", "veröffentlicht":
		return true
	default:
		return monthByName(w) != 0
	}
}
