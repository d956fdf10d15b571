import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    docs: 'Dokumentation',
    signIn: 'Anmelden',
    dashboard: 'Dashboard',
    languages: 'Sprachen',
    menu: 'Navigation',
  },
  home: {
    title: 'Ein Formular, das auf jeder Seite funktioniert',
    lead: 'E-Mail-Adresse eingeben, Formular-URL erhalten, in die Seite einfügen: Die Nachrichten landen in Ihrem Posteingang. Ohne Konto, ohne API-Schlüssel, ohne JavaScript.',
    recipient: 'Nachrichten senden an',
    create: 'Formular erstellen',
    noSignUp:
      'Keine Registrierung. Mit der ersten Nachricht kommt ein Link, über den Sie das Formular übernehmen.',
    picture: {
      label: 'Der Posteingang eines Formulars und die E-Mail mit der neuesten Nachricht',
      inbox: 'Posteingang',
      subject: 'Neue Nachricht von studio-nord.de',
      messages: [
        'Haben Sie im Januar Zeit für eine neue Website?',
        'Vielen Dank, die Regale passen perfekt!',
        'Können Sie mir Ihre Preisliste schicken?',
      ],
    },
    kinds: {
      title: 'Formulare, Events und Warteschlangen',
      list: [
        {
          name: 'Formulare',
          text: 'Jede Nachricht wird gespeichert, Ihnen per E-Mail geschickt und liegt im Posteingang bereit, mit Suche, Export und API.',
        },
        {
          name: 'Telemetrie',
          text: 'Zählen Sie Events in Ihren Websites und Apps und sehen Sie live, wie sie eintreffen. Ohne Cookies, ohne IP-Adressen.',
        },
        {
          name: 'Warteschlangen',
          text: 'Geben Sie Arbeit von einem Programm an ein anderes weiter, mit Leases, Wiederholungen, Verzögerungen und Dead Letters.',
        },
      ],
    },
    selfHosting: {
      name: 'Selbst betreiben',
      text: 'Ein Prozess und eine Datenbank: SQLite, oder PostgreSQL für mehrere Knoten. Mit Node 20 oder neuer führen Sie dies im Ordner des Quellcodes aus:',
    },
    otherWays: {
      title: 'Oder im Terminal oder mit Ihrem Coding-Agenten',
      shell: 'Kommandozeile',
      agent: 'Prompt für Ihren Coding-Agenten',
    },
    steps: {
      title: 'So funktioniert es',
      list: [
        {
          name: 'URL in die Seite einfügen',
          text: 'Sie gehört in das Attribut `action` Ihres Formulars. Das geht mit reinem HTML, jedem Website-Generator und jedem Framework.',
        },
        {
          name: 'Erste Nachricht erhalten',
          text: 'Sekunden nach dem Absenden sind alle Felder in Ihrem Posteingang.',
        },
        {
          name: 'Mit einem Klick übernehmen',
          text: 'Über den Link in dieser E-Mail übernehmen Sie das Formular und öffnen sein Dashboard.',
        },
      ],
    },
    promises: {
      title: 'Darauf können Sie sich verlassen',
      list: [
        {
          name: 'Erst gespeichert, dann bestätigt',
          text: 'Besucher sehen „Vielen Dank“ erst, wenn ihre Nachricht sicher gespeichert ist.',
        },
        {
          name: 'Nichts geht still verloren',
          text: 'Fällt der E-Mail-Versand aus, versuchen wir es weiter, und Sie sehen jeden Versuch.',
        },
        {
          name: 'Sie behalten die Kontrolle',
          text: 'E-Mails gehen nur an die angegebene Adresse, und ein Klick stellt sie ab.',
        },
        {
          name: 'Spam kostet nichts',
          text: 'Was wir als Spam erkennen, wird weder per E-Mail verschickt noch gezählt.',
        },
      ],
    },
    limits: `Bis zur Übernahme nimmt ein Formular ${UNCLAIMED_CAP} Nachrichten an und läuft nach ${IDLE_DAYS} Tagen ohne Nachricht ab. Danach gilt das monatliche Kontingent Ihres Tarifs.`,
    problem: {
      missing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
      invalid: 'Das sieht nicht nach einer E-Mail-Adresse aus. Bitte prüfen Sie sie.',
      placeholder: 'Das ist eine Beispieladresse. Bitte geben Sie Ihre eigene ein.',
      multiple: 'Bitte geben Sie nur eine Adresse ein. Weitere können Sie nach der Übernahme hinzufügen.',
      suppressed: 'Unter dieser Adresse sind keine Formulare erwünscht. Bitte verwenden Sie eine andere.',
      tooSoon:
        'Hier wurde gerade erst ein Formular erstellt. Klicken Sie noch einmal auf die Schaltfläche, um eines für diese Adresse zu erstellen.',
      tooMany: (wait) =>
        `Aus Ihrem Netzwerk kamen zu viele Anfragen. Bitte versuchen Sie es ${wait.later} noch einmal.`,
      notStored: 'Das konnte nicht gespeichert werden. Bitte versuchen Sie es in einer Minute noch einmal.',
      noSpace:
        'Im Moment kann nichts gespeichert werden: Der Server hat keinen Speicherplatz mehr. Bitte sagen Sie es dem Betreiber.',
      proofNeeded:
        'Gerade werden sehr viele Formulare erstellt. Deshalb muss Ihr Browser erst etwas rechnen. Das dauert einige Sekunden und braucht JavaScript und https.',
    },
  },
  start: {
    title: 'Ihr Formular ist bereit',
    lead: (hint) => `Nachrichten gehen an ${hint}.`,
    formUrl: 'Formular-URL',
    snippet: 'In Ihre Seite einfügen',
    withScript: 'Optional: Mit dieser Zeile wird das Formular gesendet, ohne die Seite zu verlassen',
    arrivals: {
      waiting: {
        name: 'Warten auf Ihre erste Nachricht',
        text: 'Senden Sie das Formular auf Ihrer Seite ab. Sobald eine Nachricht ankommt, wird es hier grün.',
      },
      arrived: { name: 'Ihr Formular funktioniert', text: 'Eine Nachricht ist angekommen und gespeichert.' },
      refused: {
        name: 'Eine Nachricht kam an, konnte aber nicht angenommen werden',
        text: 'Bisher ist nichts gespeichert.',
      },
      from: (site) => `Die erste Nachricht kam von ${site} und ist gespeichert.`,
      emailed: (hint) => `Wir haben Ihnen den Link zum Übernehmen an ${hint} geschickt.`,
      held: (hint) =>
        `Die E-Mail mit dem Link zum Übernehmen an ${hint} muss warten, weil wir solche E-Mails begrenzen. Sie kommt innerhalb von 24 Stunden.`,
      signIn: 'Sie haben schon ein Formular? Melden Sie sich an, um dieses gleich zu übernehmen.',
      fields: (names) => `Felder: ${names}`,
      notes: 'Das können Sie auf Ihrer Seite verbessern',
      expected: (field) => `Keine Nachricht enthielt das erwartete Feld ${field}.`,
      withoutName:
        'Eine Nachricht kam ohne Daten an. Geben Sie jedem Eingabefeld einen Namen, zum Beispiel `name="email"`.',
      byGet:
        'Das Formular wurde mit GET gesendet; dabei wird nichts gespeichert. Ergänzen Sie `method="post"`.',
      wrongOrigin:
        'Eine nicht erlaubte Website hat eine Nachricht gesendet. Prüfen Sie die erlaubten Websites in den Einstellungen.',
      files: 'Eine Datei wurde gesendet. Dateien werden nicht angenommen; entfernen Sie das Dateifeld.',
      withoutEmail:
        'Es gibt kein E-Mail-Feld, Sie können also nicht antworten. Ergänzen Sie `<input type="email" name="email">`.',
      withoutHoneypot:
        'Es gibt keinen Honeypot. Übernehmen Sie das versteckte Feld `_gotcha` aus dem Code oben, um Bots fernzuhalten.',
      hiddenPage:
        'Ihre Seite verbirgt ihre Adresse, deshalb führt kein Weg zu ihr zurück. Entfernen Sie `Referrer-Policy: no-referrer`.',
    },
    tryIt: {
      name: 'Gleich hier ausprobieren',
      text: 'Schicken Sie sich eine erste Nachricht. Mit ihr kommt der Link zum Übernehmen.',
      again: 'Noch eine Testnachricht senden',
    },
    claim: {
      title: 'Formular übernehmen',
      arrived: 'Die E-Mail zu Ihrer ersten Nachricht enthält den Link zum Übernehmen. Nur Sie bekommen ihn.',
      steps: [
        'Die erste Nachricht enthält einen Link, den nur Sie bekommen.',
        'Öffnen Sie den Link, um das Formular zu übernehmen. Ein Passwort brauchen Sie nicht.',
      ],
      limits: `Bis dahin nimmt es ${UNCLAIMED_CAP} Nachrichten an und läuft nach ${IDLE_DAYS} Tagen ohne Nachricht ab.`,
    },
    keep: 'Setzen Sie ein Lesezeichen auf diese Seite. Bis Sie das Formular übernehmen, finden Sie es nur hier oder, wenn Sie ein Konto mit dieser E-Mail-Adresse haben, im Dashboard.',
    didYouMean: (address) => `Meinten Sie ${address}?`,
    startOver: 'Falsche Adresse? Neu beginnen',
    another: 'Weiteres Formular erstellen',
  },
}
