package page

// phraseList is the subject of a list of phrases.
type phraseList uint8

// The topics by where their phrases are looked for: in the title, in the text,
// in the sources of scripts and frames.
const (
	wallTitles phraseList = iota
	consentTitles
	missingTitles
	maybeMissingTitles // only with more evidence
	loginTitles
	wallTexts
	consentTexts
	consentButtons
	missingTexts
	loginTexts
	gateTexts
	gateLabels // what subscribers-only pages are marked with, and links to them
	wallSources
	phraseListCount
)

// phrases are what walls, doors and empty rooms show, lower case, in the
// languages most pages are written in. The first that is found is the evidence.
var phrases = [phraseListCount][]string{
	wallTitles: {"just a moment", "attention required", "access denied", "are you a robot", "are you human", "robot check", "bot verification", "security check",
		"human verification", "verify you are human", "please verify", "ddos protection", "pardon our interruption", "request unsuccessful", "captcha", "un momento…", "einen moment", "un instant",
		"access to this page has been denied", "403 forbidden", "you have been blocked", "you are blocked", "request blocked", "access blocked", "blocked request", "one more step", "client challenge", "checking your browser"},
	consentTitles: {"before you continue", "cookie consent", "your privacy choices", "consent required", "privacy settings", "bevor sie fortfahren", "avant de continuer", "antes de continuar", "prima di continuare", "voordat je verdergaat", "datenschutzeinstellungen", "we value your privacy"},
	missingTitles: {"404 not found", "error 404", "404 error", "404 -", "404 |", "- 404", "| 404", "page not found", "page doesn't exist", "page does not exist", "page can't be found", "page cannot be found", "page unavailable", "nicht gefunden", "nicht verfügbar",
		"non trouvée", "page introuvable", "n'existe pas", "no encontrada", "no existe", "no encontrado", "não encontrada", "não encontrado", "non trovata", "niet gevonden", "nie znaleziono", "не найдена", "見つかりません", "找不到", "error 410", "410 gone"},
	maybeMissingTitles: {"404", "not found", "oops", "nothing here", "no longer available", "introuvable"},
	loginTitles:        {"log in", "login", "log-in", "sign in", "signin", "sign-in", "anmelden", "anmeldung", "einloggen", "connexion", "se connecter", "iniciar sesión", "acceder", "entrar", "accedi", "inloggen", "zaloguj", "войти", "вход", "ログイン", "登录", "members only", "authentication required", "sign on", "restricted area", "restricted access"},
	wallTexts: {"verify you are human", "verifying you are human", "verify that you are human", "prove you are human", "confirm you are human", "checking your browser", "checking if the site connection is secure",
		"unusual traffic from your", "automated requests", "are a robot", "not a robot", "you are a bot", "needs to review the security of your connection", "enable javascript and cookies to continue",
		"complete the security check", "press & hold", "press and hold to confirm", "solve this captcha", "complete the captcha", "enter the characters you see", "access to this page has been denied",
		"you have been blocked", "your request has been blocked", "automated access", "bot activity", "suspicious activity", "you don't have permission to access", "ungewöhnlichen datenverkehr", "kein roboter", "vous n'êtes pas un robot", "no eres un robot", "não é um robô", "non sei un robot", "human and not a bot", "pardon our interruption", "ray id"},
	consentTexts: {"we use cookies", "uses cookies", "use cookies and", "our partners store", "store and/or access information", "we value your privacy", "consent to the use", "wir verwenden cookies", "wir nutzen cookies", "verwendet cookies", "einwilligung",
		"nous utilisons des cookies", "utilise des cookies", "utilizamos cookies", "usamos cookies", "utilizziamo i cookie", "wij gebruiken cookies", "part of the yahoo family", "cookies and data to"},
	consentButtons: {"accept all", "accept cookies", "i accept", "i agree", "agree and", "accept & continue", "accept and continue", "reject all", "manage options", "manage preferences", "alle akzeptieren", "akzeptieren", "zustimmen", "tout accepter", "accepter", "aceptar", "aceitar", "accetta", "accepteren", "alles toestaan"},
	missingTexts: {"page not found", "could not be found", "couldn't be found", "can't be found", "cannot be found", "can't find the page", "can't find that page", "couldn't find", "could not find", "cannot find", "doesn't exist", "does not exist", "no longer exists", "no longer available", "has been removed", "has been deleted", "was deleted", "may have been moved", "might have been removed", "have moved or", "isn't available",
		"nicht gefunden", "existiert nicht", "nicht mehr verfügbar", "introuvable", "n'existe pas", "n'existe plus", "no existe", "no se encuentra", "no encontrada", "não existe", "não foi encontrada", "non esiste", "non è stata trovata", "bestaat niet", "niet gevonden", "nie istnieje", "не существует", "не найдена", "見つかりません", "找不到", "不存在", "404 error", "error 404"},
	loginTexts: {"must be logged in", "must log in", "must sign in", "need to log in", "need to sign in", "need to be logged in", "please log in", "please sign in", "log in to continue", "sign in to continue", "sign in to view", "log in to view", "login to view", "log in to see", "sign in to see", "you are not logged in", "login required", "requires you to log in", "members only", "create an account or sign in", "join to view", "sign in with your", "log in with your", "session has expired",
		"bitte melden sie sich an", "müssen sich anmelden", "müssen angemeldet sein", "veuillez vous connecter", "connectez-vous pour", "debes iniciar sesión", "inicia sesión para", "faça login", "accedi per", "log in om", "войдите, чтобы"},
	gateTexts: {"subscribe to continue", "subscribe to read", "subscribe to keep reading", "subscribe now to read", "subscribe for full access", "to continue reading", "continue reading with", "keep reading with a", "is for subscribers", "is for paying subscribers", "is for paid subscribers", "exclusive to subscribers", "exclusively for subscribers", "available to subscribers", "reserved for subscribers", "unlock this article", "unlock this story", "unlock this post",
		"unlock the full article", "unlock the full story", "unlock the full text", "unlock the full post", "unlock full access to", "to read the full article", "to read the full story", "to read the full text", "to read the full post", "to read the full interview", "to read the full report", "to read the full issue", "to read the rest", "to access the full article", "to access the full story", "to access the full text", "to access the full content", "read the full story with", "you have reached your limit", "you've reached your limit", "you have read your last", "free articles left", "free articles remaining", "articles remaining this month", "this article is premium", "become a member to read", "start your trial to read", "buy this article",
		"mit abo weiterlesen", "plus weiterlesen", "+ weiterlesen", "weiterlesen mit", "jetzt weiterlesen", "exklusiv für abonnenten", "diesen artikel weiterlesen", "um diesen artikel zu lesen", "réservé aux abonnés", "réservée aux abonnés", "réservé à nos abonnés", "pour lire la suite", "abonnez-vous pour lire", "abonnez-vous pour continuer", "abonnez-vous pour accéder", "de cet article à lire", "article réservé", "contenido exclusivo para suscriptores", "suscríbete para seguir leyendo", "suscríbete para leer", "suscríbete para continuar", "para seguir leyendo", "exclusivo para assinantes", "para continuar lendo", "assine para ler", "assine para continuar", "riservato agli abbonati", "abbonati per continuare", "abbonati per leggere", "per continuare a leggere", "om verder te lezen", "word abonnee om", "tylko dla prenumeratorów", "dostęp dla subskrybentów", "доступно по подписке", "только для подписчиков", "会員限定記事", "有料会員限定", "この記事は有料"},
	gateLabels: {"for subscribers only", "for subscribers", "subscriber-only", "subscriber only", "subscribers only", "already a subscriber?", "already a subscriber", "members-only story", "member-only story", "bereits abonnent", "schon abonnent", "nur für abonnenten", "für abonnenten", "solo para suscriptores", "para suscriptores", "déjà abonné", "ya eres suscriptor", "sei già abbonato", "já é assinante", "al abonnee?", "alleen voor abonnees", "solo per abbonati", "para assinantes"},
	wallSources: {"challenges.cloudflare.com", "/cdn-cgi/challenge-platform", "cf-chl", "captcha-delivery.com", "px-captcha", "perimeterx",
		"_Incapsula_Resource", "hcaptcha.com/1/api.js", "recaptcha/api.js", "recaptcha/enterprise.js", "geo.captcha", "awswaf", "kpsdk", "/akam/", "distil_r_captcha", "arkoselabs"},
}
