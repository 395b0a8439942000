package compact

import "strings"

// containsAny reports whether s contains one of the cues.
func containsAny(s string, cues ...string) bool {
	for _, c := range cues {
		if strings.Contains(s, c) {
			return true
		}
	}
	return false
}

// notice reports a short block that is a notice of the site, not of the page.
func notice(text string) bool {
	low := strings.ToLower(text)
	links := strings.Contains(low, "](")
	switch {
	case containsAny(low, "cookie", "privacy matters", "privatsphäre", "vie privée", "privacidad"):
		return consent(low, links)
	case containsAny(low, "all rights reserved", "alle rechte vorbehalten", "tous droits réservés", "todos los derechos reservados", "tutti i diritti riservati", "todos os direitos reservados", "все права защищены", "版权所有", "版權所有", "無断転載"):
		return true
	case strings.HasPrefix(low, "©") || strings.HasPrefix(low, "copyright ©") || strings.HasPrefix(low, "(c) "):
		return true
	case teaser(low):
		return true
	}
	return action(low, links)
}

// consent reports a notice about cookies or privacy that asks for an answer.
func consent(low string, links bool) bool {
	return containsAny(low, "we use cookies", "uses cookies", "use of cookies", "accept all", "accept cookies", "our partners", "cookie policy", "cookie settings", "manage cookies", "by continuing",
		"verwendet cookies", "verwenden cookies", "nutzt cookies", "cookies akzeptieren", "utilise des cookies", "utilisons des cookies", "accepter", "utiliza cookies", "utilizamos cookies", "usamos cookies", "aceptar", "utilizza i cookie", "accetta", "файлы cookie") ||
		links && containsAny(low, "agree", "reject", "options", "consent")
}

// teaser reports the small print beside titles: reading times and views.
func teaser(low string) bool {
	return containsAny(low, " min read", " minute read", " minutes read", " mins read", " min. lesezeit", " min de lecture", " min de lectura", "lesezeit:", " 分钟阅读", "分で読めます") ||
		containsAny(low, " views", " shares", " likes") && containsAny(low, "·", "|", "•") ||
		containsAny(low, "· 19", "· 20") && strings.Contains(low, "](") && len(low) < 120
}

// action reports a line that asks a visitor to do something with the page.
func action(low string, links bool) bool {
	trimmed := strings.Trim(low, " *_[#>-\n")
	if hasAnyPrefix(trimmed, "skip to ", "skip navigation", "jump to content", "zum inhalt springen", "zum hauptinhalt", "aller au contenu", "saltar al contenido", "ir al contenido", "vai al contenuto", "跳到内容", "跳转到内容", "コンテンツへ",
		"back to top", "nach oben", "retour en haut", "volver arriba", "torna su", "返回顶部",
		"advertisement", "sponsored", "promoted", "anzeige", "werbung", "publicité", "publicidad", "pubblicità", "реклама", "广告",
		"leave a comment", "leave a reply", "comments are closed", "no comments", "add a comment", "post a comment", "kommentar schreiben", "kommentare sind", "laisser un commentaire", "deja un comentario",
		"share on", "share this", "share via", "tweet this", "teilen auf", "diesen artikel teilen", "partager sur", "compartir en", "分享到",
		"follow us", "folgen sie uns", "suivez-nous", "síguenos", "关注我们",
		"was this page helpful", "was this article helpful", "was this helpful", "did you find this helpful", "war diese seite hilfreich", "war dieser artikel hilfreich", "cette page vous a-t-elle", "¿te resultó útil",
		"subscribe to our newsletter", "sign up for our newsletter", "newsletter abonnieren", "inscrivez-vous à notre newsletter", "suscríbete",
		"related articles", "related posts", "you may also like", "you might also like", "read next", "recommended for you", "most read", "trending now") {
		return true
	}
	if links && containsAny(low, "log in to reply", "log in to comment", "shop now", "buy now", "add to cart", "order now", "learn more](", "sign up now", "subscribe now", "jetzt kaufen", "acheter maintenant", "comprar ahora") {
		return true
	}
	return len(low) < 60 && (containsAny(low, " comments", "kommentare", "commentaires", "comentarios") && containsAny(low, "log in", "reply", "anmelden", "connexion") || low == "comments" || low == "menu" || low == "search" || low == "share" || low == "print")
}

// asideHeading reports headings over links that lead away from the page.
func asideHeading(low string) bool {
	switch strings.TrimRight(low, " :.") {
	case "related articles", "related posts", "related stories", "related content", "related pages", "related reading", "related", "more articles", "more stories", "more posts", "more from this author", "you may also like", "you might also like", "recommended", "recommended for you", "read next", "read more", "popular posts", "most popular", "most read", "latest posts", "latest news", "recent posts", "trending", "trending now", "share this", "share", "follow us", "newsletter", "subscribe", "comments", "leave a comment", "leave a reply", "navigation", "menu", "categories", "tags", "archives", "sponsored", "advertisement",
		"verwandte artikel", "ähnliche artikel", "ähnliche beiträge", "mehr zum thema", "meistgelesen", "das könnte sie auch interessieren", "kommentare", "teilen",
		"articles liés", "articles similaires", "à lire aussi", "sur le même sujet", "commentaires",
		"artículos relacionados", "entradas relacionadas", "también te puede interesar", "comentarios", "articoli correlati", "artigos relacionados",
		"相关文章", "相關文章", "推荐阅读", "関連記事", "похожие статьи", "читайте также":
		return true
	}
	return false
}
