import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { createCounter } from '../../../../domain/language.ts'
import type { LinkWords } from '../link-words.ts'

const counted = createCounter('de')

const EVENTS_ARE_SEEN = 'Events werden nicht per E-Mail verschickt. Sie finden sie im Dashboard.'
const MESSAGES_ARE_SEEN =
  'Nachrichten werden nicht per E-Mail verschickt. Ihre Programme verarbeiten sie, und Sie sehen sie im Dashboard.'
const CREATE_NEW =
  'Um weiterzumachen, legen Sie ein neues Formular, einen neuen Endpunkt oder eine neue Warteschlange an und verwenden Sie die neue URL.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ one: 'Nachricht', other: 'Nachrichten' }),
      unlimited: (plan) => `Der Tarif ${plan} umfasst beliebig viele Nachrichten.`,
      claim: 'Formular übernehmen',
      isYours: 'Ist das Ihr Formular?',
      nowBelongs: (mailbox) => `Dieses Formular gehört jetzt \`${mailbox}\``,
      belongs: (mailbox) => `Dieses Formular gehört \`${mailbox}\``,
      receivedSoFar: (digits) => `Nachrichten bisher: ${digits}`,
      untilConfirmed: () => 'Bis dahin bleiben Links in E-Mails deaktiviert.',
      receives: (mailbox) => `Ein Webformular sendet seine Nachrichten an \`${mailbox}\`.`,
      emailsBefore: 'Sie bekommen weiterhin jede Nachricht per E-Mail.',
      emailsAfter: 'Sie bekommen weiterhin jede Nachricht per E-Mail.',
      createdForYou: (mailbox) => `Jemand hat ein Formular mit Ihrer E-Mail-Adresse \`${mailbox}\` angelegt.`,
      retired: 'Das Formular wird stillgelegt und funktioniert nicht mehr.',
      alreadyRetired:
        'Das Formular nimmt keine Nachrichten mehr an und verschickt keine E-Mails mehr. Sie müssen nichts weiter tun.',
      ifStopped:
        'Das Formular funktioniert weiter, und jede Nachricht wird gespeichert, aber Sie bekommen keine davon per E-Mail.',
      stopped:
        'Nachrichten werden gespeichert, aber nicht per E-Mail verschickt. Was ab jetzt eingeht, wird auch später nicht verschickt.',
      restarted: 'Ab jetzt bekommen Sie wieder jede Nachricht per E-Mail.',
    },
    telemetry: {
      amount: counted({ one: 'Event', other: 'Events' }),
      unlimited: (plan) => `Der Tarif ${plan} umfasst beliebig viele Events.`,
      claim: 'Endpunkt übernehmen',
      isYours: 'Ist das Ihr Endpunkt?',
      nowBelongs: (mailbox) => `Dieser Endpunkt gehört jetzt \`${mailbox}\``,
      belongs: (mailbox) => `Dieser Endpunkt gehört \`${mailbox}\``,
      receivedSoFar: (digits) => `Events bisher: ${digits}`,
      untilConfirmed: (amount) => `Bis zu diesem Klick nimmt der Endpunkt insgesamt höchstens ${amount} an.`,
      receives: (mailbox) =>
        `Ein Programm sendet Events an einen Endpunkt, der für \`${mailbox}\` angelegt wurde.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Jemand hat einen Telemetrie-Endpunkt mit Ihrer E-Mail-Adresse \`${mailbox}\` angelegt.`,
      retired: 'Der Endpunkt wird stillgelegt und nimmt keine Events mehr an.',
      alreadyRetired:
        'Der Endpunkt nimmt keine Events mehr an und verschickt keine E-Mails mehr. Sie müssen nichts weiter tun.',
      ifStopped:
        'Der Endpunkt nimmt weiter Events an. Nur E-Mails zu ihm, etwa Warnungen zum Kontingent, bekommen Sie nicht mehr.',
      stopped: 'Events werden wie bisher gespeichert, aber Sie bekommen keine E-Mails zu diesem Endpunkt.',
      restarted: 'Ab jetzt bekommen Sie wieder E-Mails zu diesem Endpunkt.',
    },
    queue: {
      amount: counted({ one: 'Nachricht', other: 'Nachrichten' }),
      unlimited: (plan) => `Der Tarif ${plan} umfasst beliebig viele Nachrichten.`,
      claim: 'Warteschlange übernehmen',
      isYours: 'Ist das Ihre Warteschlange?',
      nowBelongs: (mailbox) => `Diese Warteschlange gehört jetzt \`${mailbox}\``,
      belongs: (mailbox) => `Diese Warteschlange gehört \`${mailbox}\``,
      receivedSoFar: (digits) => `Nachrichten bisher: ${digits}`,
      untilConfirmed: (amount) =>
        `Bis zu diesem Klick nimmt die Warteschlange insgesamt höchstens ${amount} an.`,
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
    instruction: 'Zum Übernehmen genügt ein Klick auf die Schaltfläche. Ein Passwort brauchen Sie nicht.',
    doneTitle: 'Übernahme abgeschlossen',
    changes: 'Das ändert sich jetzt:',
    alreadyClaimed: 'Die Übernahme ist bereits erfolgt, der Link ändert also nichts mehr. Es gilt:',
    capEnds: (amount) => `Die Obergrenze von insgesamt ${amount} entfällt.`,
    capEnded: (amount) => `Die Obergrenze von insgesamt ${amount} ist entfallen.`,
    quota: (plan, amount) => `Der Tarif ${plan} umfasst ${amount} pro Monat.`,
    monthly: (amount, cap) => `Sie haben jetzt ${amount} pro Monat statt insgesamt ${cap}.`,
    neverExpires: 'Es gilt keine Ablauffrist mehr.',
    oneClickLeft:
      'Es fehlt noch ein Klick: Bestätigen Sie die Übernahme. Wir fragen, weil manche E-Mail-Programme Links von selbst öffnen.',
    emailsHeld: (digits) => `E-Mails, die auf Ihren Klick warten: ${digits}`,
    name: 'Wie heißt dieses Formular?',
    open: 'Dashboard öffnen',
    openInbox: 'Posteingang öffnen',
    confirmInbox: 'Ja, meins. Posteingang öffnen',
    confirmOpen: 'Ja, das ist meins',
    decline: 'Das war ich nicht',
  },
  decline: {
    askTitle: 'Waren Sie das nicht?',
    effects: `Wenn Sie das nicht waren, klicken Sie auf die Schaltfläche. Dann geschehen drei Dinge, die Sie hier ${UNDO_DECLINE_HOURS} Stunden lang rückgängig machen können:`,
    deleted: `Alles, was bisher gesendet wurde, wird nach ${UNDO_DECLINE_HOURS} Stunden gelöscht.`,
    suppressed:
      'Ihre Adresse wird gesperrt: Niemand kann mit ihr etwas anlegen, ohne sich als Sie anzumelden, und was niemand übernommen hat, schickt Ihnen keine E-Mails mehr.',
    othersClaimed: 'Diese gehören Ihnen. Sie funktionieren weiter, und Sie bekommen weiterhin ihre E-Mails:',
    othersUnclaimed:
      'Diese hat niemand übernommen. Sie schicken Ihnen keine E-Mails, solange Ihre Adresse gesperrt ist:',
    button: 'Stilllegen und Adresse sperren',
    ifYours: 'Wenn Sie es doch waren, schließen Sie diese Seite. Es hat sich nichts geändert.',
    doneTitle: 'Stillgelegt',
    done: (mailbox) =>
      `Mit \`${mailbox}\` kann niemand etwas anlegen, ohne sich anzumelden, und was niemand übernommen hat, schickt dorthin keine E-Mails mehr.`,
    undoUntil: (time) =>
      `Sie können das hier bis zum ${time} rückgängig machen. Danach wird alles, was gesendet wurde, endgültig gelöscht.`,
    undo: 'Rückgängig machen',
    nothingElse: 'Sie müssen nichts weiter tun. Eine E-Mail, die schon unterwegs war, kann noch ankommen.',
    restoredTitle: 'Rückgängig gemacht',
    restored:
      'Alles funktioniert wie zuvor, und nichts wurde gelöscht. Die dadurch entstandene Sperre Ihrer Adresse ist aufgehoben.',
    alreadyTitle: 'Bereits stillgelegt',
    final: `Die Stilllegung liegt mehr als ${UNDO_DECLINE_HOURS} Stunden zurück und lässt sich nicht mehr rückgängig machen. Alles, was gesendet wurde, ist gelöscht.`,
    tooLateTitle: 'Mit diesem Link ist keine Stilllegung mehr möglich',
    tooLate: `Die Übernahme liegt mehr als ${DECLINE_DAYS_AFTER_CLAIM} Tage zurück, daher lässt sich mit einer alten E-Mail nichts mehr löschen.`,
    tooLateAdvice:
      'Um die E-Mails abzustellen, verwenden Sie „Abbestellen“ in Ihrem E-Mail-Programm oder die Einstellungen im Dashboard.',
  },
  emails: {
    askTitle: 'Diese E-Mails abstellen?',
    canRestart: 'Sie können sie hier jederzeit wieder einschalten.',
    stop: 'E-Mails abstellen',
    stoppedTitle: 'E-Mails sind abgestellt',
    start: 'E-Mails wieder einschalten',
    startedTitle: 'E-Mails sind wieder eingeschaltet',
  },
  digest: {
    askTitle: 'Wöchentliche Spam-E-Mail beenden?',
    stoppedTitle: 'Die wöchentliche Spam-E-Mail ist aus',
    startedTitle: 'Die wöchentliche Spam-E-Mail ist wieder an',
    ifStopped:
      'Sie bekommen dann keine wöchentliche E-Mail über Ihren Spam-Ordner mehr. Alle anderen E-Mails kommen weiterhin.',
    stopped:
      'Sie bekommen keine wöchentliche E-Mail über Ihren Spam-Ordner mehr. Sehen Sie ab und zu selbst hinein.',
    restarted:
      'Sie bekommen wieder eine E-Mail, wenn in Ihrem Spam-Ordner etwas liegt, das Sie noch nicht gesehen haben, höchstens einmal pro Woche.',
  },
  deadLinks: {
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      why: 'Der Link ist unvollständig oder falsch. Vielleicht hat Ihr E-Mail-Programm ihn abgeschnitten.',
      what: 'Kopieren Sie den vollständigen Link aus der E-Mail in die Adresszeile des Browsers.',
    },
    expired: {
      title: 'Abgelaufen',
      why: `Es gab keine Übernahme, und ${IDLE_DAYS} Tage lang kam nichts an. Das lässt sich nicht rückgängig machen.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Stillgelegt',
      why: `Es wird nichts mehr angenommen, und es werden keine E-Mails mehr verschickt. Wenn Sie das mit „Das war ich nicht“ ausgelöst haben, lässt es sich mit demselben Link ${UNDO_DECLINE_HOURS} Stunden lang rückgängig machen.`,
      what: CREATE_NEW,
    },
  },
}
