import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot: Formulare, Events und Warteschlangen ohne eigenes Backend.',
  copy: { button: 'Kopieren', done: 'Kopiert' },
  thanks: {
    title: 'Vielen Dank',
    text: 'Ihre Nachricht wurde gesendet.',
    back: (host) => `Zurück zu \`${host}\``,
    close: 'Sie können diese Seite schließen.',
  },
  refusal: {
    blank: {
      title: 'Sie haben nichts ausgefüllt',
      text: 'Bitte gehen Sie zurück, füllen Sie das Formular aus und senden Sie es noch einmal.',
      owner: null,
    },
    empty: {
      title: 'Bei uns ist nichts angekommen',
      text: 'Das liegt wahrscheinlich an der Website, nicht an Ihren Eingaben.',
      owner:
        'Jedes input, select und textarea braucht ein Attribut `name`: Felder ohne dieses Attribut sendet der Browser nicht mit.',
    },
    sentByGet: {
      title: 'Es wurde nichts gesendet',
      text: 'Das liegt an der Website, nicht an Ihren Eingaben.',
      owner:
        'Dem Formular fehlt `method="post"`. Deshalb hat der Browser die Felder in die Adresse geschrieben, statt sie zu senden. Richtig ist `<form method="post" action="…">`.',
    },
    field: {
      title: 'Bitte prüfen Sie eine Ihrer Angaben',
      text: 'Korrigieren Sie sie oder kürzen Sie sie, falls sie sehr lang ist, und senden Sie das Formular noch einmal.',
      owner: null,
    },
    tooManyFields: {
      title: 'Das Formular hat zu viele Felder',
      text: 'Das liegt an der Website, nicht an Ihren Eingaben. Die Nachricht wurde nicht gespeichert.',
      owner: `Eine Nachricht darf bis zu ${MAX_FIELDS} Felder haben.`,
    },
    file: {
      title: 'Dieses Formular nimmt keine Dateien an',
      text: 'Bitte entfernen Sie die Datei und senden Sie das Formular noch einmal.',
      owner:
        'Datei-Uploads werden noch nicht unterstützt. Entfernen Sie `<input type="file">` aus dem Formular.',
    },
    tooLarge: {
      title: 'Ihre Nachricht ist zu lang',
      text: 'Bitte kürzen Sie sie und senden Sie das Formular noch einmal.',
      owner: `Eine Nachricht darf insgesamt bis zu ${MAX_BODY_BYTES / 1024} KiB groß sein.`,
    },
    unreadable: {
      title: 'Das Formular konnte nicht gelesen werden',
      text: 'Das liegt an der Website, nicht an Ihren Eingaben. Die Nachricht wurde nicht gespeichert.',
      owner:
        'Senden Sie die Felder als `application/x-www-form-urlencoded`, `multipart/form-data` oder als ein JSON-Objekt.',
    },
    refused: {
      title: 'Das Formular wurde nicht angenommen',
      text: 'Das liegt an der Website, nicht an Ihren Eingaben. Die Nachricht wurde nicht gespeichert.',
      owner: null,
    },
    elsewhere: {
      title: 'Es hat sich nichts geändert',
      text: 'Das geht nur auf einer Seite dieses Dienstes. Öffnen Sie diese Seite und klicken Sie dort auf die Schaltfläche.',
      owner: null,
    },
    inProgress: {
      title: 'Die Nachricht wird gerade verarbeitet',
      text: 'Sie wurde mehrmals gesendet, und die erste wird noch verarbeitet.',
      owner: null,
    },
    wait: {
      title: 'Einen Moment, bitte',
      text: 'Sie senden zu schnell. Ihre letzte Nachricht wurde nicht gespeichert.',
      owner: null,
    },
    challenge: {
      title: 'Die Prüfung durch den Browser fehlt',
      text: 'Dieses Formular nimmt eine Nachricht nur zusammen mit einer kleinen Berechnung an, die der Browser selbst ausführt. Sie fehlte oder war nicht mehr gültig, deshalb wurde die Nachricht nicht gespeichert. Bitte schalten Sie JavaScript ein, laden Sie das Formular neu und senden Sie es noch einmal.',
      owner:
        'Dieses Formular verlangt einen Arbeitsnachweis (`challenge: required`). Binden Sie das Widget von ALTCHA oder `/form.js` in die Seite ein, oder setzen Sie `challenge` auf `score`: Dann werden auch Besucher ohne JavaScript angenommen.',
    },
    frozen: {
      title: 'Dieses Formular hat sein Limit erreicht',
      text: 'Es nimmt erst wieder Nachrichten an, wenn die Betreiber der Website es bestätigt haben. Die Nachricht wurde nicht gespeichert: Bitte nehmen Sie auf anderem Weg Kontakt auf.',
      owner: `Dieser Endpunkt hat die ${UNCLAIMED_CAP} Nachrichten angenommen, die vor der Übernahme möglich sind. Öffnen Sie den Link zum Übernehmen in einer der E-Mails dazu, und es geht sofort weiter.`,
    },
    monthlyQuota: {
      title: 'Dieses Formular hat sein Monatslimit erreicht',
      text: 'Die Nachricht wurde nicht gespeichert. Wenn es eilt, nehmen Sie bitte auf anderem Weg Kontakt auf.',
      owner:
        'Das Monatskontingent des Tarifs ist aufgebraucht. Es wird am 1. des Monats (UTC) zurückgesetzt.',
    },
    expired: {
      title: 'Dieses Formular ist nicht mehr aktiv',
      text: 'Die Nachricht wurde nicht gespeichert. Bitte nehmen Sie auf anderem Weg Kontakt zu den Betreibern der Website auf.',
      owner: `Niemand hat diesen Endpunkt übernommen, und ${IDLE_DAYS} Tage lang kam nichts an, daher ist er endgültig abgelaufen. Legen Sie einen neuen Endpunkt an und tragen Sie dessen URL in das Formular ein.`,
    },
    retired: {
      title: 'Dieses Formular wurde abgeschaltet',
      text: 'Die Nachricht wurde nicht gespeichert. Bitte nehmen Sie auf anderem Weg Kontakt zu den Betreibern der Website auf.',
      owner:
        'Dieser Endpunkt wurde endgültig stillgelegt. Legen Sie einen neuen Endpunkt an und tragen Sie dessen URL in das Formular ein.',
    },
    formNotFound: {
      title: 'Dieses Formular gibt es nicht mehr',
      text: 'Die Nachricht wurde nicht gespeichert. Bitte nehmen Sie auf anderem Weg Kontakt auf.',
      owner:
        'Vergleichen Sie die `action` des Formulars mit der URL, die Sie beim Anlegen des Endpunkts erhalten haben.',
    },
    pageNotFound: { title: 'Seite nicht gefunden', text: 'Bitte prüfen Sie die Adresse.', owner: null },
    notStored: {
      title: 'Die Nachricht konnte nicht gespeichert werden',
      text: 'Wir können im Moment keine Nachrichten annehmen. Es wurde nichts gespeichert.',
      owner: null,
    },
    unsure: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Wir können nicht sicher sagen, ob die Nachricht gespeichert wurde. Sie können sie unbesorgt noch einmal senden.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: 'Gehen Sie im Browser zurück. Ihre Eingaben sollten noch da sein.',
    reload: 'Formular neu laden',
    field: 'Feld',
    tryAgain: (wait) => `Bitte versuchen Sie es ${wait.later} noch einmal.`,
    tryLater: 'Bitte versuchen Sie es später noch einmal.',
    forOwner: 'Für die Betreiber dieser Website',
    details: 'Details',
    code: 'Code',
    request: 'Anfrage',
  },
  formInfo: {
    title: 'Dies ist ein Formular-Endpunkt',
    text: 'Was ein Formular an diese URL sendet, wird gespeichert und per E-Mail zugestellt. Zu lesen gibt es hier nichts.',
    state: {
      unclaimed:
        'Aktiv, noch nicht übernommen. Mit der ersten Nachricht kommt ein Link, über den der Empfänger dieses Formular übernehmen kann.',
      claimed: 'Aktiv und vom Empfänger übernommen.',
      frozen: `Nach ${UNCLAIMED_CAP} Nachrichten angehalten. Es geht weiter, sobald der Empfänger den Link in der ersten E-Mail öffnet.`,
    },
    inPage: 'HTML-Formular',
    onCommandLine: 'Kommandozeile',
    dryRun: 'Mit `?dry_run=1` am Ende der URL wird alles geprüft, aber nichts gesendet.',
    example: {
      name: 'Name',
      email: 'E-Mail',
      message: 'Nachricht',
      send: 'Senden',
      hello: 'Hallo',
      leaveEmpty: 'Bitte leer lassen',
    },
  },
  destination: {
    unconfirmed: {
      title: 'Möchten Sie Nachrichten dieses Formulars bekommen?',
      text: ({ mailbox, owner }) =>
        `Der Besitzer eines Webformulars (\`${owner}\`) möchte dessen Nachrichten auch an Ihre Adresse \`${mailbox}\` senden.`,
      consent:
        'Ohne Ihre Bestätigung wird nichts gesendet, und jede E-Mail enthält einen Link zum Abstellen.',
      confirm: 'Ja, an mich senden',
      decline: 'Nein, und nicht mehr fragen',
      declineEffect:
        '„Nein, und nicht mehr fragen“ entfernt Ihre Adresse vom Formular, und niemand kann Sie noch einmal fragen lassen.',
    },
    confirmed: {
      title: 'Sie bekommen Nachrichten dieses Formulars',
      text: (mailbox) =>
        `Von jetzt an geht jede neue Nachricht des Formulars an \`${mailbox}\`. Das können Sie hier jederzeit abstellen.`,
      stop: 'Diese E-Mails abstellen',
    },
    stopped: {
      title: 'E-Mails dieses Formulars sind abgestellt',
      text: (mailbox) =>
        `Neue Nachrichten gehen nicht mehr an \`${mailbox}\`. Der Besitzer des Formulars sieht das, kann die E-Mails aber nicht wieder einschalten. Sie können das hier jederzeit tun. Eine E-Mail, die schon unterwegs war, kann noch ankommen.`,
    },
    gone: {
      title: 'Sie bekommen keine Nachrichten dieses Formulars',
      text: 'Ihre Adresse wurde vom Formular entfernt, oder das Formular wurde stillgelegt. Sie müssen nichts weiter tun. Möchten Sie die Nachrichten wieder bekommen? Bitten Sie den Besitzer des Formulars, Ihre Adresse hinzuzufügen. Eine E-Mail, die schon unterwegs war, kann noch ankommen.',
    },
    refused: {
      title: 'Erledigt. Wir fragen nicht noch einmal',
      text: 'Ihre Adresse wurde vom Formular entfernt und hat keine seiner Nachrichten bekommen. Niemand kann Sie noch einmal fragen lassen.',
    },
  },
  signIn: {
    ask: {
      title: 'Anmelden',
      text: 'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Anmeldelink und einen Code.',
      email: 'E-Mail-Adresse',
      send: 'Anmeldelink senden',
      notAnAddress: 'Das ist keine vollständige E-Mail-Adresse. Bitte prüfen Sie sie.',
      tooOften: (wait) =>
        `Aus Ihrem Netzwerk wurden zu viele Anmelde-E-Mails angefordert. Bitte versuchen Sie es ${wait.later} noch einmal.`,
    },
    sent: {
      title: 'Sehen Sie in Ihrem Posteingang nach',
      text: `Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs. Öffnen Sie den Link in diesem Browser oder geben Sie den Code ein. Beides läuft nach ${SIGN_IN_MINUTES} Minuten ab.`,
      code: 'Code aus der E-Mail',
      submit: 'Anmelden',
      wrongCode: `Falscher Code. Verwenden Sie den aus der neuesten E-Mail. Nach ${MAX_CODE_TRIES} falschen Codes brauchen Sie eine neue E-Mail.`,
      nothingCame:
        'Nach ein paar Minuten keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse.',
      again: 'Erneut senden',
      keptHere: 'Es ist kein Mailserver eingerichtet, daher bleiben E-Mails auf diesem Rechner.',
      toEmails: 'Hier lesen',
    },
    link: {
      title: 'Anmelden',
      text: 'In diesem Browser anmelden?',
      button: 'Anmelden',
    },
    otherBrowser: {
      title: 'Haben Sie das angefordert?',
      signIn:
        'Diese E-Mail wurde in einem anderen Browser angefordert. Wenn Ihnen jemand anderes diesen Link geschickt hat, brechen Sie hier ab: Sie wären sonst in dessen Konto angemeldet.',
      confirm:
        'Diese E-Mail wurde in einem anderen Browser angefordert, der in Ihrem Konto angemeldet ist. Machen Sie nur weiter, wenn Sie das waren.',
      device: 'Angefordert von',
      time: 'Angefordert am',
      unknownDevice: 'einem unbekannten Browser',
      ifNotYou: 'Wenn Sie es nicht waren, schließen Sie diese Seite. Es ist nichts geschehen.',
    },
    confirm: {
      title: 'Bestätigen Sie, dass Sie es sind',
      text: 'Sie sind dabei, etwas zu tun, das sich nicht rückgängig machen lässt. Bestätigen Sie, dass Sie es sind.',
      button: 'Ja, ich bin es',
      doneTitle: 'Bestätigt',
      doneText: 'Gehen Sie zurück zum vorherigen Browser und machen Sie dort weiter.',
    },
    deadLink: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: `Er wurde schon verwendet, ist älter als ${SIGN_IN_MINUTES} Minuten oder wurde nicht vollständig kopiert.`,
      again: 'Neuen Link anfordern',
    },
    signedOut: {
      title: 'Sie sind abgemeldet',
      text: 'Dieser Browser hat keinen Zugriff mehr auf Ihr Konto.',
      again: 'Wieder anmelden',
    },
  },
}
