package phrases

const german = `
ignore: ignoriere, ignorieren, ignoriert, ignorier, vergiss, vergesst, vergessen sie, missachte, missachten, verwirf, verwerfen, beachte nicht, übergehe, übergehen, überschreibe, überschreiben, lass außer acht, lassen sie, setze dich über, setzen sie sich über, halte dich nicht, befolge nicht, folge nicht mehr, hör auf, umgehe, umgehen, streiche, lösche
voided: gelten nicht mehr, gilt nicht mehr, ungültig, aufgehoben, hinfällig, außer kraft, überholt, sind nichtig, nicht mehr gültig
order: anweisung*, instruktion*, vorgabe*, richtlinie*, befehl*, regel*, weisung*, aufforderung*, eingabeaufforderung*, aufgabe*, auftrag, aufträge, vorschrift*, prompts, gesagt wurde, mitgeteilt wurde, aufgetragen wurde, einschränkungen, sicherheitsregeln
prior: vorherige*, vorige*, vorangegangene*, bisherige*, frühere*, obige*, vorstehende*, ursprüngliche*, zuvor, vorher, bislang, bisher, obenstehende*, voriger, oben
all: alle, aller, alles, sämtliche, jede, jegliche, jeden, gesamte*
system: systemprompt*, system prompt*, systemanweisung*, systemnachricht*, systemeingabe*, systemvorgabe*, anfangsprompt, ursprünglichen prompt, interne anweisung*, internen anweisung*, verborgene* anweisungen, geheime anweisungen, deine anweisungen, ihre anweisungen, deinen prompt
talk: gesprächsverlauf*, chatverlauf*, unterhaltung, gespräch, konversation, chat, verlauf
agent: ai, ki, k.i, sprachmodell*, ki modell*, ki assistent*, ki system*, ki agent*, assistent, assistenten, assistentin, künstliche intelligenz, chatbot*, sprachassistent*, ki
answer: antwort, antworten, zusammenfassung, ausgabe, rückmeldung
your: dein, deine, deinen, deiner, deinem, deines, ihr, ihre, ihren, ihrer, ihrem, eure, euer
you: du, dich, dir, sie, ihnen, bist
say: antworte, antworten sie, gib, schreibe, schreib, sage, sag, sprich, drucke, wiederhole, wiederholen, reagiere, erwidere, gib aus, zeige an, nenne
exactly: nur mit, ausschließlich, nur noch, nur, lediglich, mit dem wort, den satz, das wort, wortwörtlich, sonst nichts, nichts anderes
alter: füge, ergänze, erwähne, beende, beginne, ersetze, schließe, hänge, baue, verwende, empfiehl
reveal: zeige, zeig, verrate, verraten sie, offenbare, gib, nenne, lege offen, veröffentliche, liste, enthülle, teile, wiederhole, drucke, zeigen sie, geben sie, nennen sie, preis
send: sende, senden sie, schicke, schick, schicken sie, übermittle, übermitteln sie, leite, leiten sie, lade hoch, übertrage, poste
secret: passwort, passwörter, kennwort, kennwörter, api schlüssel, zugangsdaten, zugangsschlüssel, kreditkarte*, kreditkartennummer, kontodaten, kontonummer, geheimnisse, anmeldedaten
user: nutzer, nutzern, nutzerin, benutzer, benutzern, benutzerin, anwender, anwendern, leser, lesern, leserin, menschen, der person, dem kunden, kunden
ask: sage, sag, teile, frage, frag, fordere, informiere, rate, empfiehl, überrede, überzeuge, warne, weise, verlange, bitten sie den, bitten sie die, fragen sie den, sagen sie dem
stealth: sage nichts, sag nichts, erwähne nicht, verrate nicht, ohne es dem, ohne den nutzer, ohne dem nutzer, ohne dem benutzer, ohne den benutzer, heimlich, geheim, verschweige, erwähne diesen hinweis nicht, nicht erwähnen, nichts davon, unbemerkt, ohne rückfrage, ohne nachfrage, ohne bestätigung
role: du bist jetzt, du bist nun, du bist nicht mehr, sie sind jetzt, sie sind nun, ab jetzt, ab sofort, von nun an, von jetzt an, fortan, verhalte dich, handle als, agiere als, tu so als, tue so, gib vor, spiele die rolle, schlüpfe in, stell dir vor du bist, antworte als
unbound: ohne einschränkung*, ohne beschränkung*, ohne regeln, ohne filter, ohne grenzen, uneingeschränkt*, ungefiltert*, unzensiert*, keine regeln, keine einschränkungen, keine grenzen, keinen regeln, frei von, befolgst diese seite, gehorchst, ohne zensur, ohne moral*
lasting: dauerhaft, für immer, in jedem gespräch, in allen künftigen, in allen zukünftigen, künftig, zukünftig, in jedem chat, bei jeder antwort
keep: merke dir, speichere, merk dir, notiere, behalte, erinnere dich
memory: gedächtnis, erinnerung*, speicher, langzeitgedächtnis
act: lösche, überweise, kaufe, bestelle, öffne, klicke, installiere, führe, deaktiviere, schalte, besuche, rufe, akzeptiere, bestätige
if: wenn du ein, wenn du eine, falls du ein, falls du eine, wenn sie ein, wenn sie eine, falls sie ein, falls sie eine, solltest du, sollten sie, sofern du, bist du, wenn ein, falls ein
reading: diesen text liest, diese seite liest, dies liest, diese seite zusammenfasst, diesen text verarbeitest, diesen text verarbeiten, liest, zusammenfasst, verarbeitest, verarbeitet, auswertest, auswertet
newtask: neue anweisung*, neue aufgabe, neuer auftrag, deine aufgabe ist, deine neue aufgabe, deine eigentliche aufgabe, folgende anweisung*, folge diesen, befolge diese, befolge stattdessen, stattdessen, eigentliche anweisung*
must: musst, müssen, sollst, sollen, muss, soll, sollte, sollten
address: hinweis für, hinweis an, hinweise für, nachricht an, anweisung an, anweisung für, anweisungen für, achtung, an alle, liebe, lieber, mitteilung an, botschaft an, wichtig für
not: nicht, kein, keine, niemals, nie
praise: fünf sterne, beste wahl, als beste*, uneingeschränkt empfehlen, empfiehl, unbedingt empfehlen, an erster stelle, positiv bewerten, lobe
`

const dutch = `
ignore: negeer, negeren, vergeet, vergeten, sla over, laat varen, overschrijf, omzeil, volg niet, trek je niets aan, verwerp, schuif opzij, stop met
voided: niet meer geldig, gelden niet meer, geldt niet meer, vervallen, ongeldig
order: instructie*, opdracht*, aanwijzing*, richtlijn*, regel, regels, bevel*, commando*, verteld is, gezegd is, voorschriften, beperkingen
prior: vorige, eerdere, voorgaande, bovenstaande, voorafgaande, oorspronkelijke, eerder, hiervoor, hierboven, tot nu toe
all: alle, alles, elke, ieder*, al
system: systeemprompt*, systeeminstructie*, systeembericht*, je instructies, jouw instructies, verborgen instructies, oorspronkelijke prompt
talk: gesprek, gespreksgeschiedenis, chatgeschiedenis, conversatie
agent: ai, taalmodel*, ai assistent*, assistent, assistenten, ai model*, kunstmatige intelligentie, chatbot*
answer: antwoord, antwoorden, samenvatting, reactie, uitvoer
your: je, jouw, uw
you: je, jij, jou, u, bent
say: antwoord, zeg, schrijf, druk af, herhaal, reageer, geef
exactly: alleen met, uitsluitend, enkel, alleen, slechts, met het woord, het woord
alter: voeg, vermeld, begin, eindig, vervang, gebruik
reveal: toon, laat zien, onthul, geef, deel, herhaal, vertel, openbaar
send: stuur, verstuur, verzend, zend, upload, deel
secret: wachtwoord*, api sleutel*, creditcard*, inloggegevens, pincode, geheimen
user: gebruiker, gebruikers, lezer, lezers, mens, klant
ask: vraag, vertel, zeg, informeer, adviseer, overtuig, waarschuw, verzoek
stealth: zeg niets, vertel niet, niet vermelden, zonder de gebruiker, stiekem, heimelijk, zonder te vragen, zonder bevestiging, geheim
role: je bent nu, jij bent nu, u bent nu, vanaf nu, van nu af aan, doe alsof, gedraag je als, gedraag je, speel de rol, je bent niet langer, handel als
unbound: zonder beperkingen, zonder regels, zonder filters, zonder grenzen, onbeperkt*, ongefilterd*, ongecensureerd*, geen regels, geen beperkingen, gehoorzaamt
lasting: voor altijd, permanent, in elk gesprek, toekomstige
keep: onthoud, bewaar, sla op, noteer
memory: geheugen
if: als je een, als jij een, als u een, indien u, indien je, ben je een, wanneer je een
reading: dit leest, deze pagina leest, deze tekst leest, samenvat, verwerkt
newtask: nieuwe instructie*, nieuwe opdracht, je taak is, jouw taak is, volg deze, in plaats daarvan, de volgende instructie*
must: moet, moeten, dient, zal
address: bericht voor, bericht aan, opmerking voor, instructie voor, instructies voor, let op, aandacht, beste
praise: vijf sterren, beste keuze, aanbevelen
`

const nordic = `
ignore: ignorera, ignorer, glöm, glem, bortse från, se bort fra, se bort ifra, strunta i, åsidosätt, hoppa över, tilsidesæt, overse, överskrid, overstyr, følg ikke, följ inte, kassera, sluta följa, drop
voided: gäller inte längre, gjelder ikke lenger, gælder ikke længere, ogiltig*, ugyldig*
order: instruktion*, instruks*, anvisning*, regler, direktiv*, riktlinje*, retningslinje*, kommando*, order, ordrer, uppmaning*, fått veta, har fått, får beskjed, fått beskjed, har fået, blivit tillsagd, har sagt, begränsningar
prior: tidigare, tidligere, föregående, foregående, foregåend*, forrige, ovanstående, ovenstående, ursprungliga, opprinnelige, oprindelige, innan, ovan, ovenfor
all: alla, alle, allt, alt, samtliga, hver, varje
system: systemprompt*, systeminstruktion*, systeminstruks*, systemmeddelande*, systemmelding, dina instruktioner, dine instruktioner, dine instruksjoner, systemledetekst
talk: konversation*, samtal, samtale, samtalen, samtalet, chatthistorik*, chathistorik*, samtalehistorikk*, konversationshistorik*
agent: ai, språkmodell*, sprogmodel*, assistent, assistenten, assistenter, ai assistent*, ai modell*, ai model*, kunstig intelligens, artificiell intelligens, chattbot*, chatbot*
answer: svar, svaret, svaren, sammanfattning*, sammendrag*, opsummering*
your: din, ditt, dina, dit, dine
you: du, dig, deg
say: svara, svar, säg, si, sig, skriv, skriv ut, upprepa, gjenta, gentag, print
exactly: endast med, bara med, endast, bara, kun, kun med, bare, bare med, med ordet, ordet, uteslutande
alter: lägg till, legg til, tilføj, nämn, nevn, börja, avsluta, avslutt, afslut, ersätt
reveal: visa, vis, avslöja, avslør, afslør, dela, del, berätta, fortell, fortæl, röj
send: skicka, sänd, send, ladda upp, last opp, videresend
secret: lösenord*, passord*, adgangskode*, kodeord, api nyckel*, api nøkkel*, api nøgle*, kreditkort*, kredittkort*, inloggningsuppgifter
user: användare*, användaren, bruker, brukeren, brukere, bruger, brugeren, brugere, läsaren, leseren, læseren
ask: fråga, spør, spørg, be, berätta, fortell, fortæl, informera, informer, råd, övertyga, overbevis, varna
stealth: utan att berätta, nämn inte, nevn ikke, nævn ikke, berätta inte, fortell ikke, fortæl ikke, i hemlighet, hemmelig*, uten å, uden at, utan att
role: du är nu, du er nå, du er nu, från och med nu, fra nå av, fra nu af, låtsas, lat som, lad som om, agera som, opptre som, optræd som, du är inte längre, uppträd som, spela rollen
unbound: utan begränsningar, uten begrensninger, uden begrænsninger, utan regler, uten regler, uden regler, utan filter, ofiltrerad*, ufiltrert*, ufiltreret*, obegränsad*, ubegrenset, inga regler, ingen regler
lasting: för alltid, for alltid, for altid, permanent, i varje konversation, i alla framtida, i hver samtale, framtida, fremtidige
keep: kom ihåg, husk, spara, lagre, gem
memory: minne, hukommelse
if: om du är en, om du är ett, hvis du er en, hvis du er et, dersom du er, när du är, är du en, er du en
reading: läser detta, läser denna, leser dette, læser dette, sammanfattar, oppsummerer, opsummerer
newtask: nya instruktioner, nye instruksjoner, nye instruktioner, ny uppgift, ny oppgave, ny opgave, din uppgift är, din oppgave er, din opgave er, följ dessa, følg disse, i stället, i stedet
must: måste, må, skal, ska, skall, bör, bør
address: meddelande till, melding til, besked til, obs, not till, instruktion till, instruktioner för, instrukser til, kjære, kära, kære
praise: fem stjärnor, fem stjerner, bästa valet, beste valget
`
