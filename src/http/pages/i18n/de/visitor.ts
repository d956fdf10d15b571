import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot stellt Nachrichten aus Webformularen per E-Mail zu.',
  thanks: {
    title: 'Vielen Dank',
    text: 'Die Nachricht ist sicher angekommen und wird weitergeleitet.',
    back: 'Zurück zur Seite',
    close: 'Diese Seite kann jetzt geschlossen werden.',
  },
  refusal: {
    empty: {
      title: 'Das Formular kam leer an',
      text: 'Keine der Eingaben hat uns erreicht, daher gab es nichts weiterzuleiten.',
      owner:
        'Jedes input, select und textarea braucht ein Attribut `name`: Felder ohne Namen sendet der Browser nicht mit.',
    },
    field: {
      title: 'Eine Eingabe kann nicht angenommen werden',
      text: 'Bitte prüfen Sie diese Eingabe, kürzen Sie sie, falls sie sehr lang ist, und senden Sie das Formular noch einmal.',
      owner: null,
    },
    tooManyFields: {
      title: 'Das Formular hat zu viele Felder',
      text: 'Es sendet mehr Felder, als angenommen werden können. Die Nachricht wurde nicht gespeichert.',
      owner: `Eine Einsendung darf bis zu ${MAX_FIELDS} Felder haben.`,
    },
    file: {
      title: 'Dateien können mit diesem Formular nicht gesendet werden',
      text: 'Bitte entfernen Sie die Datei und senden Sie das Formular noch einmal ohne sie.',
      owner: 'Dieser Endpunkt nimmt nur Textfelder an: Entfernen Sie `<input type="file">` aus dem Formular.',
    },
    tooLarge: {
      title: 'Die Nachricht ist zu groß',
      text: 'Bitte kürzen Sie die Nachricht und senden Sie das Formular noch einmal.',
      owner: `Eine Einsendung darf insgesamt bis zu ${MAX_BODY_BYTES / 1024} KiB groß sein.`,
    },
    unreadable: {
      title: 'Das Formular konnte nicht gelesen werden',
      text: 'Die Ursache liegt darin, wie diese Website das Formular sendet, nicht an den Eingaben. Die Nachricht wurde nicht gespeichert.',
      owner:
        'Senden Sie die Felder als `application/x-www-form-urlencoded`, `multipart/form-data` oder als ein JSON-Objekt.',
    },
    refused: {
      title: 'Das Formular wurde nicht angenommen',
      text: 'Die Ursache liegt darin, wie diese Website das Formular sendet, nicht an den Eingaben. Die Nachricht wurde nicht gespeichert.',
      owner: null,
    },
    elsewhere: {
      title: 'Es hat sich nichts geändert',
      text: 'Die Schaltfläche muss auf einer Seite dieses Dienstes betätigt werden. Öffnen Sie diese Seite selbst und betätigen Sie sie dort.',
      owner: null,
    },
    inProgress: {
      title: 'Die Nachricht wird gerade verarbeitet',
      text: 'Sie wurde mehrmals gesendet, und die erste ist noch nicht beantwortet.',
      owner: null,
    },
    wait: {
      title: 'Einen Moment, bitte',
      text: 'Von diesem Anschluss kam in kurzer Zeit zu viel. Die letzte Nachricht wurde nicht gespeichert.',
      owner: null,
    },
    frozen: {
      title: 'Dieses Formular hat seine Grenze erreicht',
      text: 'Es nimmt erst wieder Nachrichten an, wenn die Betreiber der Website es bestätigt haben. Die Nachricht wurde nicht gespeichert: Bitte nehmen Sie auf anderem Weg Kontakt auf.',
      owner: `Dieser Endpunkt hat seine ${UNCLAIMED_CAP} Einsendungen angenommen. Ein Klick auf den Bestätigungslink in einem der Briefe dazu genügt, und es geht sofort weiter.`,
    },
    monthlyQuota: {
      title: 'Dieses Formular hat seine Grenze für diesen Monat erreicht',
      text: 'Die Nachricht wurde nicht gespeichert. Wenn es eilt, nehmen Sie bitte auf anderem Weg Kontakt auf.',
      owner:
        'Das Monatskontingent des Tarifs ist aufgebraucht. Am Ersten des Monats (UTC) beginnt es von Neuem.',
    },
    expired: {
      title: 'Dieses Formular ist nicht mehr aktiv',
      text: 'Die Nachricht wurde nicht gespeichert. Bitte nehmen Sie auf anderem Weg Kontakt zu den Betreibern der Website auf.',
      owner: `Niemand hat diesen Endpunkt bestätigt und ${IDLE_DAYS} Tage lang kam nichts an, daher ist er endgültig abgelaufen. Legen Sie einen neuen an und tragen Sie dessen Adresse in das Formular ein.`,
    },
    retired: {
      title: 'Dieses Formular wurde abgeschaltet',
      text: 'Die Nachricht wurde nicht gespeichert. Bitte nehmen Sie auf anderem Weg Kontakt zu den Betreibern der Website auf.',
      owner:
        'Der Empfänger hat diesen Endpunkt endgültig stillgelegt. Legen Sie einen neuen an und tragen Sie dessen Adresse in das Formular ein.',
    },
    formNotFound: {
      title: 'Dieses Formular gibt es nicht',
      text: 'Das Formular verweist auf eine Adresse, die nicht vergeben ist. Die Nachricht wurde nicht gespeichert.',
      owner:
        'Vergleichen Sie `action` im Formular mit der Adresse, die beim Anlegen des Endpunkts genannt wurde.',
    },
    pageNotFound: { title: 'Diese Seite gibt es nicht', text: 'Bitte prüfen Sie die Adresse.', owner: null },
    notStored: {
      title: 'Die Nachricht konnte nicht gespeichert werden',
      text: 'Der Dienst kann sie im Moment nicht annehmen. Es wurde nichts gespeichert.',
      owner: null,
    },
    unsure: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Wir können nicht sicher sagen, ob die Nachricht gespeichert wurde. Sie noch einmal zu senden schadet nicht.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept:
      'Ihre Eingaben sind nicht verloren: Die Zurück-Taste des Browsers führt zum Formular, dort sollten sie noch stehen.',
    reload: 'Seite neu öffnen',
    field: 'Feld',
    tryAgain: (wait) => `Bitte versuchen Sie es ${wait.later} noch einmal.`,
    tryLater: 'Bitte versuchen Sie es etwas später noch einmal.',
    forOwner: 'Für die Betreiber dieser Website',
    details: 'Einzelheiten',
    code: 'Code',
    request: 'Anfrage',
  },
  formInfo: {
    title: 'Diese Adresse nimmt Formulare entgegen',
    text: 'Was ein Formular hierher sendet, wird gespeichert und an ein Postfach weitergeleitet. Zu lesen gibt es hier nichts.',
    state: {
      unclaimed:
        'Aktiv. Mit der ersten Nachricht kommt ein Link, über den der Empfänger diesen Endpunkt übernimmt.',
      claimed: 'Aktiv und vom Empfänger übernommen.',
      frozen: `Nach ${UNCLAIMED_CAP} Nachrichten angehalten. Es geht weiter, sobald der Empfänger dem Link im ersten Brief folgt.`,
    },
    inPage: 'In einer Webseite',
    onCommandLine: 'Auf der Kommandozeile',
    dryRun: 'Mit `?dry_run=1` am Ende der Adresse wird alles geprüft und nichts gesendet.',
    example: {
      email: 'E-Mail',
      message: 'Nachricht',
      send: 'Senden',
      hello: 'Hallo',
      leaveEmpty: 'Bitte leer lassen',
    },
  },
  destination: {
    asked: {
      title: 'Soll dieses Postfach die Nachrichten eines Formulars bekommen?',
      text: ({ mailbox, owner }) =>
        `Die Betreiber eines Webformulars (\`${owner}\`) möchten, dass dessen Nachrichten auch an Ihr Postfach \`${mailbox}\` gehen.`,
      consent:
        'Bevor Sie zustimmen, wird nichts gesendet, und in jeder Nachricht steht ein Link, der sie beendet.',
      confirm: 'Postfach bestätigen',
      decline: 'Darum habe ich nicht gebeten',
      declineEffect:
        'Die zweite Schaltfläche entfernt das Postfach vom Formular, und niemand kann es noch einmal fragen lassen.',
    },
    confirmed: {
      title: 'Dieses Postfach bekommt die Nachrichten des Formulars',
      text: (mailbox) =>
        `Von jetzt an geht jede neue Nachricht des Formulars an \`${mailbox}\`. Das können Sie hier jederzeit beenden.`,
      stop: 'Diese Nachrichten beenden',
    },
    gone: {
      title: 'Dieses Postfach bekommt die Nachrichten des Formulars nicht',
      text: 'Es wurde vom Formular entfernt, oder das Formular wurde stillgelegt. Mehr ist nicht zu tun. Eine Nachricht, die schon unterwegs war, kann noch ankommen.',
    },
    refused: {
      title: 'Erledigt. Wir fragen nicht noch einmal',
      text: 'Das Postfach wurde vom Formular entfernt und hat keine seiner Nachrichten bekommen. Niemand kann uns noch einmal fragen lassen.',
    },
  },
  signIn: {
    ask: {
      title: 'Anmelden',
      text: 'Geben Sie die E-Mail-Adresse ein, für die Ihre Endpunkte angelegt wurden. Sie bekommen einen Brief mit einem Link und einem Code: Ein Passwort gibt es nicht.',
      email: 'E-Mail-Adresse',
      send: 'Brief zusenden',
      notAnAddress: 'Das ist keine vollständige E-Mail-Adresse. Bitte prüfen Sie sie.',
      tooOften: (wait) =>
        `Von Ihrem Anschluss wurden zu viele Briefe angefordert. Bitte versuchen Sie es ${wait.later} noch einmal.`,
    },
    sent: {
      title: 'Sehen Sie in Ihr Postfach',
      text: `Wenn zu dieser Adresse ein Endpunkt gehört, ist ein Brief unterwegs. Öffnen Sie den Link darin in diesem Browser oder geben Sie hier den Code ein. Beides gilt ${SIGN_IN_MINUTES} Minuten.`,
      code: 'Code aus dem Brief',
      submit: 'Anmelden',
      wrongCode: `Dieser Code gilt nicht. Geben Sie den aus dem neuesten Brief ein; nach ${MAX_CODE_TRIES} falschen ist ein neuer Brief nötig.`,
      nothingCame:
        'Nach ein paar Minuten ist nichts da? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse.',
      again: 'Noch einen Brief anfordern',
      keptHere: 'Diese Installation verschickt keine Post: Ihre Briefe bleiben auf diesem Rechner.',
      toEmails: 'Hier sind sie zu lesen',
    },
    link: {
      title: 'Anmelden',
      text: 'Ein Klick, und dieser Browser ist angemeldet.',
      button: 'Anmelden',
    },
    otherBrowser: {
      title: 'Haben Sie das angefordert?',
      signIn:
        'Der Brief wurde in einem anderen Browser angefordert. Wenn Ihnen jemand anderes diesen Link geschickt hat, gehen Sie nicht weiter: Sie wären in dessen Konto angemeldet.',
      confirm:
        'Der Brief wurde in einem anderen Browser angefordert, der mit Ihrem Konto angemeldet ist. Gehen Sie nur weiter, wenn Sie selbst davor sitzen.',
      device: 'Angefordert von',
      time: 'Angefordert am',
      unknownDevice: 'einem unbekannten Browser',
      ifNotYou: 'Wenn Sie es nicht waren, schließen Sie diese Seite. Es ist nichts geschehen.',
    },
    confirm: {
      title: 'Sind Sie es?',
      text: 'Mit diesem Konto soll etwas geschehen, das sich nicht rückgängig machen lässt. Ein Klick bestätigt, dass Sie es sind.',
      button: 'Ich bin es',
      doneTitle: 'Bestätigt',
      doneText: 'Gehen Sie zu dem Browser zurück, in dem Sie gefragt haben, und machen Sie dort weiter.',
    },
    deadLink: {
      title: 'Dieser Link gilt nicht mehr',
      text: `Er wurde schon benutzt, ist älter als ${SIGN_IN_MINUTES} Minuten oder wurde nicht ganz kopiert.`,
      again: 'Neuen Brief anfordern',
    },
    signedOut: {
      title: 'Sie sind abgemeldet',
      text: 'Dieser Browser hat keinen Zugang mehr zu dem Konto.',
      again: 'Wieder anmelden',
    },
  },
}
