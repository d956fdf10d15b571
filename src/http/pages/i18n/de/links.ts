import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'Seine Events werden nicht per E-Mail verschickt: Sie sehen sie in der Übersicht.'
const MESSAGES_ARE_SEEN =
  'Ihre Nachrichten werden nicht per E-Mail verschickt: Programme arbeiten sie ab, und Sie sehen sie in der Übersicht.'
const AFRESH = 'Wenn es weitergehen soll, legen Sie einen neuen Endpunkt an und verwenden Sie dessen Adresse.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} Einsendungen`,
      unlimited: (plan) => `Der Tarif ${plan} nimmt beliebig viele Einsendungen an.`,
      receives: (mailbox) => `Ein Webformular sendet seine Einsendungen an \`${mailbox}\`.`,
      emailsBefore: 'Die Briefe kommen weiter wie bisher.',
      emailsAfter: 'Die Briefe kommen weiter: Jede Einsendung trifft in Ihrem Postfach ein.',
      createdForYou: (mailbox) =>
        `Jemand hat einen Formular-Endpunkt mit Ihrem Postfach \`${mailbox}\` als Empfänger angelegt.`,
      retired: 'Der Endpunkt wird stillgelegt: Sein Formular funktioniert nicht mehr.',
      alreadyRetired:
        'Er nimmt keine Einsendungen mehr an und verschickt keine Briefe mehr. Mehr ist nicht zu tun.',
      ifStopped:
        'Das Formular funktioniert weiter, und jede Einsendung wird gespeichert, aber keine wird Ihnen mehr zugeschickt.',
      stopped:
        'Einsendungen werden gespeichert, aber nicht verschickt. Was jetzt eingeht, wird auch später nicht verschickt.',
      restarted: 'Von jetzt an wird Ihnen jede Einsendung zugeschickt.',
    },
    telemetry: {
      amount: (digits) => `${digits} Events`,
      unlimited: (plan) => `Der Tarif ${plan} nimmt beliebig viele Events an.`,
      receives: (mailbox) =>
        `Ein Programm sendet Events an einen Endpunkt, der für \`${mailbox}\` angelegt wurde.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Jemand hat einen Telemetrie-Endpunkt mit Ihrem Postfach \`${mailbox}\` als Empfänger angelegt.`,
      retired: 'Der Endpunkt wird stillgelegt: Kein Programm kann mehr Events an ihn senden.',
      alreadyRetired:
        'Er nimmt keine Events mehr an und verschickt keine Briefe mehr. Mehr ist nicht zu tun.',
      ifStopped:
        'Er nimmt weiter Events an; Briefe zu ihm, etwa dass ein Kontingent fast aufgebraucht ist, kommen nicht mehr.',
      stopped: 'Events werden wie bisher gespeichert, und Sie bekommen keine Briefe zu diesem Endpunkt.',
      restarted: 'Von jetzt an bekommen Sie die Briefe zu diesem Endpunkt wieder.',
    },
    queue: {
      amount: (digits) => `${digits} Nachrichten`,
      unlimited: (plan) => `Der Tarif ${plan} nimmt beliebig viele Nachrichten an.`,
      receives: (mailbox) =>
        `Ein Programm legt Nachrichten in eine Warteschlange, die für \`${mailbox}\` angelegt wurde.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Jemand hat eine Warteschlange für Nachrichten mit Ihrem Postfach \`${mailbox}\` als Empfänger angelegt.`,
      retired: 'Die Warteschlange wird stillgelegt: Kein Programm kann mehr Nachrichten hineinlegen.',
      alreadyRetired:
        'Die Warteschlange nimmt keine Nachrichten mehr an und verschickt keine Briefe mehr. Mehr ist nicht zu tun.',
      ifStopped:
        'Die Warteschlange nimmt weiter Nachrichten an; Briefe zu ihr, etwa dass ein Kontingent fast aufgebraucht ist, kommen nicht mehr.',
      stopped:
        'Nachrichten werden wie bisher gespeichert, und Sie bekommen keine Briefe zu dieser Warteschlange.',
      restarted: 'Von jetzt an bekommen Sie die Briefe zu dieser Warteschlange wieder.',
    },
  },
  claim: {
    title: 'Diesen Endpunkt übernehmen',
    instruction: 'Mit einem Klick auf die Schaltfläche gehört der Endpunkt Ihnen.',
    doneTitle: 'Dieser Endpunkt ist übernommen',
    nowBelongs: (mailbox) => `Dieser Endpunkt gehört jetzt \`${mailbox}\``,
    belongs: (mailbox) => `Dieser Endpunkt gehört \`${mailbox}\``,
    changes: 'Es gibt kein Passwort zu wählen und nichts auszufüllen. Das ändert sich:',
    alreadyClaimed:
      'Er wurde schon übernommen; den Link noch einmal zu öffnen ändert nichts. Das bedeutet es:',
    capEnds: (amount) => `Die Grenze von ${amount} entfällt.`,
    capEnded: (amount) => `Die Grenze von ${amount} ist entfallen.`,
    quota: (plan, amount) => `Der Tarif ${plan} nimmt ${amount} im Monat an.`,
    neverExpires: 'Er läuft nicht mehr ab, wenn eine Weile nichts ankommt.',
    open: 'Zur Übersicht',
    decline: 'Das war ich nicht',
    declineEffect:
      '„Das war ich nicht“ legt den Endpunkt still und löscht, was er enthält, und wir schreiben diesem Postfach nie wieder zu einem Endpunkt. Das lässt sich nicht rückgängig machen.',
  },
  decline: {
    askTitle: 'Sie haben darum nicht gebeten?',
    effects:
      'Wenn Sie das nicht waren, betätigen Sie die Schaltfläche. Dann geschieht dreierlei, und nichts davon lässt sich rückgängig machen:',
    deleted: 'Alles, was an ihn gesendet wurde, wird gelöscht.',
    suppressed:
      'Niemand kann für dieses Postfach noch einen Endpunkt anlegen, und wir schreiben ihm nie wieder zu einem.',
    button: 'Stilllegen und nie wieder schreiben',
    ifYours: 'Wenn er Ihnen gehört, schließen Sie diese Seite. Es hat sich nichts geändert.',
    doneTitle: 'Erledigt. Wir schreiben Ihnen nicht mehr',
    done: (mailbox) =>
      `Der Endpunkt ist stillgelegt, und was er enthielt, ist gelöscht. Niemand kann für \`${mailbox}\` noch einen anlegen.`,
    nothingElse: 'Mehr ist nicht zu tun. Ein Brief, der schon unterwegs war, kann noch ankommen.',
    alreadyTitle: 'Dieser Endpunkt ist schon stillgelegt',
    tooLateTitle: 'Dieser Link legt den Endpunkt nicht mehr still',
    tooLate: `Er wurde vor mehr als ${DECLINE_DAYS_AFTER_CLAIM} Tagen übernommen, und ein alter Brief soll nicht löschen können, was er enthält.`,
    tooLateAdvice: 'Um seine Briefe zu beenden, verwenden Sie den Link am Ende eines neueren.',
  },
  emails: {
    askTitle: 'Die Briefe dieses Endpunkts beenden?',
    canRestart: 'Auf dieser Seite können Sie die Briefe wieder einschalten.',
    stop: 'Briefe beenden',
    stoppedTitle: 'Es kommen keine Briefe mehr',
    start: 'Briefe wieder einschalten',
    startedTitle: 'Die Briefe kommen wieder',
  },
  deadLinks: {
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      why: 'Hier gehört nichts zu ihm. Vielleicht hat ein Mailprogramm ihn abgeschnitten.',
      what: 'Kopieren Sie den ganzen Link aus dem Brief in die Adresszeile des Browsers, von Anfang bis Ende.',
    },
    expired: {
      title: 'Dieser Link endete mit seinem Endpunkt',
      why: `Niemand hat den Endpunkt übernommen und ${IDLE_DAYS} Tage lang kam nichts an, daher ist er abgelaufen. Das lässt sich nicht rückgängig machen.`,
      what: AFRESH,
    },
    retired: {
      title: 'Dieser Link endete mit seinem Endpunkt',
      why: 'Der Endpunkt wurde stillgelegt: Er nimmt nichts mehr an und verschickt keine Briefe mehr. Das lässt sich nicht rückgängig machen.',
      what: AFRESH,
    },
  },
}
