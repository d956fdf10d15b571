import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'Events werden nicht per E-Mail verschickt. Sie finden sie im Dashboard.'
const MESSAGES_ARE_SEEN =
  'Nachrichten werden nicht per E-Mail verschickt. Ihre Programme verarbeiten sie, und Sie sehen sie im Dashboard.'
const CREATE_NEW = 'Um weiterzumachen, legen Sie einen neuen Endpunkt an und verwenden Sie dessen Adresse.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} Einsendungen`,
      unlimited: (plan) => `Der Tarif ${plan} nimmt beliebig viele Einsendungen an.`,
      receives: (mailbox) => `Ein Webformular sendet seine Einsendungen an \`${mailbox}\`.`,
      emailsBefore: 'Sie bekommen weiterhin jede Einsendung per E-Mail.',
      emailsAfter: 'Sie bekommen weiterhin jede Einsendung per E-Mail.',
      createdForYou: (mailbox) => `Jemand hat ein Formular mit Ihrer E-Mail-Adresse \`${mailbox}\` angelegt.`,
      retired: 'Das Formular wird stillgelegt und funktioniert nicht mehr.',
      alreadyRetired:
        'Er nimmt keine Einsendungen mehr an und verschickt keine E-Mails mehr. Sie müssen nichts weiter tun.',
      ifStopped:
        'Das Formular funktioniert weiter, und jede Einsendung wird gespeichert, aber Sie bekommen keine E-Mails mehr.',
      stopped:
        'Einsendungen werden gespeichert, aber nicht per E-Mail verschickt. Was ab jetzt eingeht, wird auch später nicht verschickt.',
      restarted: 'Ab jetzt bekommen Sie wieder jede Einsendung per E-Mail.',
    },
    telemetry: {
      amount: (digits) => `${digits} Events`,
      unlimited: (plan) => `Der Tarif ${plan} nimmt beliebig viele Events an.`,
      receives: (mailbox) =>
        `Ein Programm sendet Events an einen Endpunkt, der für \`${mailbox}\` angelegt wurde.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Jemand hat einen Telemetrie-Endpunkt mit Ihrer E-Mail-Adresse \`${mailbox}\` angelegt.`,
      retired: 'Der Endpunkt wird stillgelegt und nimmt keine Events mehr an.',
      alreadyRetired:
        'Er nimmt keine Events mehr an und verschickt keine E-Mails mehr. Sie müssen nichts weiter tun.',
      ifStopped:
        'Er nimmt weiter Events an. Nur E-Mails zu ihm, etwa Warnungen zum Kontingent, bekommen Sie nicht mehr.',
      stopped: 'Events werden wie bisher gespeichert, aber Sie bekommen keine E-Mails zu diesem Endpunkt.',
      restarted: 'Ab jetzt bekommen Sie wieder E-Mails zu diesem Endpunkt.',
    },
    queue: {
      amount: (digits) => `${digits} Nachrichten`,
      unlimited: (plan) => `Der Tarif ${plan} nimmt beliebig viele Nachrichten an.`,
      receives: (mailbox) =>
        `Ein Programm legt Nachrichten in eine Warteschlange, die für \`${mailbox}\` angelegt wurde.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Jemand hat eine Warteschlange mit Ihrer E-Mail-Adresse \`${mailbox}\` angelegt.`,
      retired: 'Die Warteschlange wird stillgelegt und nimmt keine Nachrichten mehr an.',
      alreadyRetired:
        'Die Warteschlange nimmt keine Nachrichten mehr an und verschickt keine E-Mails mehr. Sie müssen nichts weiter tun.',
      ifStopped:
        'Die Warteschlange nimmt weiter Nachrichten an. Nur E-Mails zu ihr, etwa Warnungen zum Kontingent, bekommen Sie nicht mehr.',
      stopped:
        'Nachrichten werden wie bisher gespeichert, aber Sie bekommen keine E-Mails zu dieser Warteschlange.',
      restarted: 'Ab jetzt bekommen Sie wieder E-Mails zu dieser Warteschlange.',
    },
  },
  claim: {
    title: 'Diesen Endpunkt übernehmen',
    instruction: 'Mit einem Klick auf die Schaltfläche gehört er Ihnen. Ein Passwort brauchen Sie nicht.',
    doneTitle: 'Dieser Endpunkt ist übernommen',
    nowBelongs: (mailbox) => `Dieser Endpunkt gehört jetzt \`${mailbox}\``,
    belongs: (mailbox) => `Dieser Endpunkt gehört \`${mailbox}\``,
    changes: 'Das ändert sich jetzt:',
    alreadyClaimed: 'Er wurde schon früher übernommen, der Link ändert also nichts mehr. Es gilt:',
    capEnds: (amount) => `Die Grenze von ${amount} entfällt.`,
    capEnded: (amount) => `Die Grenze von ${amount} ist entfallen.`,
    quota: (plan, amount) => `Der Tarif ${plan} nimmt ${amount} im Monat an.`,
    neverExpires: 'Er läuft nicht mehr ab.',
    open: 'Dashboard öffnen',
    decline: 'Das war ich nicht',
    declineEffect:
      '„Das war ich nicht“ legt den Endpunkt still, löscht seinen gesamten Inhalt und sperrt diese Adresse: Niemand kann mehr einen Endpunkt für sie anlegen. Das lässt sich nicht rückgängig machen.',
  },
  decline: {
    askTitle: 'Waren Sie das nicht?',
    effects:
      'Wenn Sie das nicht waren, klicken Sie auf die Schaltfläche. Drei Dinge geschehen, und keines lässt sich rückgängig machen:',
    deleted: 'Alles, was an ihn gesendet wurde, wird gelöscht.',
    suppressed:
      'Ihre Adresse wird gesperrt: Niemand kann einen Endpunkt für sie anlegen, und wir schreiben Ihnen zu keinem mehr.',
    button: 'Stilllegen und Adresse sperren',
    ifYours: 'Wenn er Ihnen gehört, schließen Sie diese Seite. Es hat sich nichts geändert.',
    doneTitle: 'Erledigt. Wir schreiben Ihnen nicht mehr',
    done: (mailbox) =>
      `Der Endpunkt ist stillgelegt und sein gesamter Inhalt gelöscht. Niemand kann für \`${mailbox}\` noch einen anlegen.`,
    nothingElse: 'Sie müssen nichts weiter tun. Eine E-Mail, die schon unterwegs war, kann noch ankommen.',
    alreadyTitle: 'Dieser Endpunkt ist schon stillgelegt',
    tooLateTitle: 'Dieser Link kann den Endpunkt nicht mehr stilllegen',
    tooLate: `Er wurde vor mehr als ${DECLINE_DAYS_AFTER_CLAIM} Tagen übernommen, daher kann ihn eine alte E-Mail nicht mehr löschen.`,
    tooLateAdvice: 'Um seine E-Mails abzustellen, verwenden Sie den Link am Ende einer neueren E-Mail.',
  },
  emails: {
    askTitle: 'Diese E-Mails abstellen?',
    canRestart: 'Sie können sie hier jederzeit wieder einschalten.',
    stop: 'E-Mails abstellen',
    stoppedTitle: 'E-Mails sind abgestellt',
    start: 'E-Mails wieder einschalten',
    startedTitle: 'E-Mails sind wieder eingeschaltet',
  },
  deadLinks: {
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      why: 'Der Link ist unvollständig oder falsch. Vielleicht hat Ihr Mailprogramm ihn abgeschnitten.',
      what: 'Kopieren Sie den vollständigen Link aus der E-Mail in die Adresszeile des Browsers.',
    },
    expired: {
      title: 'Dieser Endpunkt ist abgelaufen',
      why: `Niemand hat ihn übernommen, und ${IDLE_DAYS} Tage lang kam nichts an. Das lässt sich nicht rückgängig machen.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Dieser Endpunkt wurde stillgelegt',
      why: 'Er nimmt nichts mehr an und verschickt keine E-Mails mehr. Das lässt sich nicht rückgängig machen.',
      what: CREATE_NEW,
    },
  },
}
