import { createCounter } from '../../../../../domain/language.ts'
import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

const counted = createCounter('de')

export const submission: SubmissionWords = {
  firstMessage: 'Ihr Formular hat die erste Nachricht erhalten',
  previewOfFirst:
    'Jemand hat ein Formular eingerichtet, das Nachrichten an diese Adresse sendet. Die erste steht unten.',
  previewOfNext: 'Jemand hat eine Nachricht über ein Formular geschickt, das diese Adresse verwendet.',
  introduction: 'Wenn es Ihr Formular ist, übernehmen Sie es, ganz ohne Passwort.',
  newMessage: (form) => `Neue Nachricht von ${form}`,
  newMessageBy: (sender, form) => `Neue Nachricht von ${sender} · ${form}`,
  newMessageFromYours: 'Neue Nachricht von Ihrem Formular',
  newMessageFromTheirs: 'Neue Nachricht von einem Formular',
  warning:
    'Ein Besucher hat dies über das Formular geschickt. Wir haben den Absender nicht geprüft, und Links sind deaktiviert.',
  unconfirmed:
    'Dieses Formular wurde übernommen, als sein Link geöffnet wurde, was auch E-Mail-Programme tun. Bis Sie es mit einem Klick bestätigen, bekommen Sie nur eine begrenzte Zahl von E-Mails, und Links darin sind deaktiviert.',
  limits: ({ cap, used, days }) =>
    `Bis Sie es übernehmen, nimmt das Formular ${cap} Nachrichten an (bisher ${used}) und läuft nach ${days} Tagen ohne Nachricht ab.`,
  capReached: ({ cap, days }) =>
    `Das Formular hat die Obergrenze von ${cap} Nachrichten erreicht. Es nimmt erst wieder Nachrichten an, wenn Sie es übernehmen, und läuft ${days} Tage nach der letzten ab.`,
  replyTo: (address) => `Antworten Sie auf diese E-Mail, um ${address} zu schreiben.`,
  claimToReply:
    'Zum Antworten übernehmen: Bis dahin erreichen Antworten auf diese E-Mail den Absender nicht.',
  confirmToReply:
    'Zum Antworten bestätigen: Bis dahin erreichen Antworten auf diese E-Mail den Absender nicht.',
  expired: (days) =>
    `Das Formular ist abgelaufen: Es wurde nicht übernommen und hat ${days} Tage lang nichts erhalten. Es nimmt keine Nachrichten mehr an und kann nicht mehr übernommen werden.`,
  retired: 'Das Formular wurde stillgelegt. Es nimmt keine Nachrichten mehr an.',
  onlyHidden:
    'Diese Nachricht enthält nur versteckte Felder (ihre Namen beginnen mit _). In E-Mails erscheinen sie nicht.',
  shortened: (missing) => `Diese E-Mail wurde gekürzt. Weggelassen: ${missing}.`,
  characters: counted({ other: 'Zeichen' }),
  fields: counted({ one: 'Feld', other: 'Felder' }),
  fullInDashboard: 'Die ganze Nachricht steht im Dashboard.',
  fullAtOwner: 'Die ganze Nachricht kann der Besitzer des Formulars lesen.',
  fullAfterClaim: 'Übernehmen Sie das Formular, um die ganze Nachricht im Dashboard zu lesen.',
  valueShortened: (missing) => `[… weggelassen: ${missing}]`,
  nameless: '(ohne Namen)',
  leftEmpty: 'Nicht ausgefüllt',
  claim: 'Formular übernehmen',
  confirm: 'Bestätigen, dass es Ihres ist',
  openInDashboard: 'Im Dashboard öffnen',
  emailSettings: 'E-Mail-Einstellungen',
  added:
    'Sie bekommen diese E-Mails, weil der Besitzer des Formulars Ihre Adresse hinzugefügt hat und Sie sie bestätigt haben. Um sie abzustellen, verwenden Sie „Abbestellen“ in Ihrem E-Mail-Programm oder den Link in der E-Mail, mit der Sie Ihre Adresse bestätigt haben.',
  received: (time) => `Eingegangen am ${time}`,
  endpoint: (id) => `Endpunkt ${id}`,
  submission: (id) => `Nachricht ${id}`,
}

export const notice: NoticeWords = {
  decline: 'Das war ich nicht',
  sentBy: (service, base) => `Gesendet von ${service}, ${base}`,
  viewUsage: 'Verbrauch ansehen',
  signIn: {
    subject: (service) => `Bei ${service} anmelden`,
    opening: (base) => `Hier ist Ihr Anmeldelink für ${base}.`,
    button: 'Anmelden',
    notYou:
      'Das waren nicht Sie? Dann ignorieren Sie diese E-Mail: Ohne sie kann sich niemand anmelden. Geben Sie den Code nie weiter.',
    preview: (minutes) => `Link und Code gelten ${minutes} Minuten lang und nur einmal.`,
    codeLabel: 'Oder geben Sie diesen Code in dem Browser ein, aus dem Sie kommen:',
    requested: ({ time, device, minutes }) =>
      `Angefordert am ${time}${device === '' ? '' : ` mit ${device}`}. Link und Code gelten ${minutes} Minuten lang und nur einmal.`,
  },
  confirm: {
    subject: (service) => `Bestätigen Sie bei ${service}, dass Sie es sind`,
    heading: 'Bestätigen Sie, dass Sie es sind',
    opening: (base) =>
      `Jemand, der in Ihrem Konto bei ${base} angemeldet ist, möchte etwas tun, das sich nicht rückgängig machen lässt. Wenn Sie es sind, bestätigen Sie es.`,
    button: 'Ja, ich bin es',
    notYou: (signInUrl) =>
      `Das sind nicht Sie? Dann nutzt jemand anderes einen Browser, der in Ihrem Konto angemeldet ist. Melden Sie sich unter ${signInUrl} an und beenden Sie alle Sitzungen. Geben Sie den Code nie weiter.`,
  },
  claim: {
    firstUse: ({ id, time }) => `Endpunkt ${id}, zuerst verwendet am ${time}.`,
    firstEvent: 'Das erste Event heißt:',
    kinds: {
      telemetry: {
        heading: 'Ihr Telemetrie-Endpunkt hat das erste Event erhalten',
        preview: 'Jemand hat einen Telemetrie-Endpunkt mit dieser E-Mail-Adresse angelegt.',
        opening:
          'Wenn es Ihrer ist, übernehmen Sie ihn mit einem Klick, um seine Events zu sehen, ganz ohne Passwort.',
        button: 'Endpunkt übernehmen',
        limits: ({ cap, days }) =>
          `Bis Sie ihn übernehmen, nimmt er ${cap} Events an und läuft nach ${days} Tagen ohne Event ab.`,
      },
      queue: {
        heading: 'Ihre Warteschlange hat die erste Nachricht erhalten',
        preview: 'Jemand hat eine Warteschlange mit dieser E-Mail-Adresse angelegt.',
        opening:
          'Wenn es Ihre ist, übernehmen Sie sie mit einem Klick, um ihre Nachrichten zu sehen, ganz ohne Passwort.',
        button: 'Warteschlange übernehmen',
        limits: ({ cap, days }) =>
          `Bis Sie sie übernehmen, nimmt sie ${cap} Nachrichten an und läuft nach ${days} Tagen ohne Nachricht ab.`,
      },
    },
  },
  destination: {
    heading: 'Möchten Sie Nachrichten dieses Formulars bekommen?',
    preview: 'Sie bekommen nichts, wenn Sie nicht bestätigen.',
    opening: (base) =>
      `Der Besitzer eines Formulars bei ${base} möchte dessen Nachrichten auch an Ihre Adresse senden. Sie bekommen nichts, wenn Sie nicht bestätigen.`,
    form: ({ id, owner }) =>
      `Die ID des Formulars ist ${id}. Sein Besitzer (Adresse teilweise verborgen): ${owner}`,
    button: 'Ansehen und bestätigen',
    note: 'Wenn Sie nichts tun, bekommen Sie keine Nachrichten. Der Link gilt, bis der Besitzer Ihre Adresse entfernt.',
    stop: 'Nicht mehr fragen',
  },
  stopped: {
    heading: (name) => `E-Mails von ${name} sind abgestellt`,
    preview: 'Sie können sie jederzeit wieder einschalten.',
    opening: ({ id, base }) =>
      `Jemand hat in einer E-Mail zu ${id} bei ${base} den Link zum Abbestellen verwendet.`,
    continues: {
      form: 'Nachrichten werden weiter gespeichert, und Sie können sie im Dashboard lesen. Sie bekommen sie nicht per E-Mail.',
      telemetry: 'Events werden weiter gespeichert. Nur E-Mails zu diesem Endpunkt bekommen Sie nicht mehr.',
      queue:
        'Nachrichten werden weiter gespeichert. Nur E-Mails zu dieser Warteschlange bekommen Sie nicht mehr.',
    },
    noLongerSent: 'Das Formular sendet seine Nachrichten nicht mehr an Ihre Adresse.',
    ifYou: 'Wenn Sie das waren, müssen Sie nichts weiter tun.',
    button: 'E-Mails wieder einschalten',
    note: 'Diese E-Mail kommt höchstens einmal am Tag, wenn E-Mails über einen Link abgestellt werden.',
  },
  health: {
    heading: (name) => `${name} braucht Ihre Aufmerksamkeit`,
    preview: 'Mit diesem Formular stimmt etwas nicht.',
    opening: ({ id, base }) => `Mit dem Formular ${id} bei ${base} stimmt etwas nicht.`,
    findings: {
      field_missing:
        'Ein Feld, das fast jede Nachricht hatte, wird nicht mehr gesendet. Wenn Sie es absichtlich entfernt haben, müssen Sie nichts tun.',
      wrong_origin:
        'Jede Nachricht wird abgelehnt, weil ihre Seite nicht auf der Liste der erlaubten Ursprünge steht. Wenn die Seite Ihnen gehört, tragen Sie ihren Ursprung in den Einstellungen des Formulars ein.',
      sent_by_get:
        'Das Formular wird per GET gesendet, und davon wird nichts gespeichert. Stellen Sie die Methode des Formulars auf POST um.',
      repeats_in_spam:
        'Nachrichten sind nur deshalb im Spam-Ordner, weil derselbe Absender denselben Text schon gesendet hatte. Wenn sie echt sind, markieren Sie eine davon als „Kein Spam“: Kopien ihres Textes zählen dann nicht mehr.',
    },
    field: 'Feld',
    lastSent: 'Zuletzt gesendet',
    missing: 'Nachrichten ohne das Feld seither',
    before: 'Nachrichten mit dem Feld bis dahin',
    since: 'Seit',
    refused: 'Bisher abgelehnt',
    inSpam: 'Im Spam-Ordner',
    button: 'Formular öffnen',
    note: 'Diese E-Mail kommt für jedes Problem einmal, und erst dann wieder, wenn das Formular eine Woche lang funktioniert hat.',
  },
  quota: {
    kinds: {
      form: {
        amount: counted({ one: 'Nachricht', other: 'Nachrichten' }),
        refused:
          'Neue Nachrichten werden abgelehnt. Besucher sehen, dass das Formular sein Monatslimit erreicht hat, und ihre Nachrichten werden nicht gespeichert.',
      },
      telemetry: {
        amount: counted({ one: 'Telemetrie-Event', other: 'Telemetrie-Events' }),
        refused:
          'Neue Events werden abgelehnt und nicht gespeichert. Programme, die sie senden, bekommen einen Fehler.',
      },
      queue: {
        amount: counted({ one: 'Nachricht in Warteschlangen', other: 'Nachrichten in Warteschlangen' }),
        refused:
          'Neue Nachrichten werden abgelehnt und nicht gespeichert. Nachrichten, die schon in den Warteschlangen sind, können wie gewohnt abgeholt werden.',
      },
    },
    reached: (name, amount) => `${name} hat das Limit von ${amount} in diesem Monat erreicht`,
    reachedByYou: (amount) => `Sie haben Ihr Limit von ${amount} in diesem Monat erreicht`,
    used: ({ name, percent, amount }) => `${name} hat in diesem Monat ${percent} % von ${amount} verbraucht`,
    usedByYou: ({ percent, amount }) => `Sie haben in diesem Monat ${percent} % von ${amount} verbraucht`,
    previewReached: (time) => `Bis zum ${time} wird nichts mehr angenommen.`,
    previewUsed: (time) => `Das Kontingent wird am ${time} zurückgesetzt.`,
    includesForForm: ({ amount, id, base }) =>
      `Ihr Tarif umfasst ${amount} im Monat für das Formular ${id} bei ${base}.`,
    includesForAccount: ({ amount, base }) =>
      `Ihr Tarif umfasst ${amount} im Monat für alle Endpunkte Ihres Kontos bei ${base} zusammen.`,
    thenRefused: 'Sind sie aufgebraucht, werden neue abgelehnt, bis das Kontingent zurückgesetzt wird.',
    resets: ({ time, base }) =>
      `Das Kontingent wird am ${time} zurückgesetzt. Der Betreiber von ${base} kann Ihr Konto sofort auf einen größeren Tarif umstellen.`,
    noteForForm:
      'Diese E-Mail kommt, wenn ein Formular 80 % und wenn es 100 % seines Monatskontingents erreicht.',
    noteForAccount: 'Diese E-Mail kommt, wenn 80 % und wenn 100 % eines Monatskontingents erreicht sind.',
  },
  digest: {
    heading: counted({ one: 'Nachricht in Ihrem Spam-Ordner', other: 'Nachrichten in Ihrem Spam-Ordner' }),
    preview: 'Prüfen Sie, ob eine echte Nachricht darunter ist.',
    opening:
      'Der Filter hat sie wegen ihres Inhalts aussortiert, und Sie haben sie noch nicht angesehen. Ist eine davon echt, markieren Sie sie als „kein Spam“. Dann erhalten Sie sie per E-Mail.',
    messages: counted({ one: 'Nachricht', other: 'Nachrichten' }),
    otherForms: counted({ one: 'weiteres Formular', other: 'weitere Formulare' }),
    newest: 'Die neuesten:',
    noText: '(kein Text)',
    button: 'Spam-Ordner öffnen',
    note: 'Sie erhalten diese E-Mail höchstens einmal pro Woche und nur, wenn im Ordner etwas liegt, das Sie noch nicht gesehen haben. Bots, die ein verstecktes Feld ausgefüllt haben, zählen nicht.',
    stop: 'Diese wöchentliche E-Mail abbestellen',
  },
  plan: {
    newPlan: ({ service, plan }) => `Ihr Tarif bei ${service} ist jetzt ${plan}`,
    newRetention: (service) => `Die Aufbewahrung in Ihrem Tarif bei ${service} ändert sich`,
    moved: ({ base, plan }) => `Der Betreiber von ${base} hat Ihr Konto auf den Tarif ${plan} umgestellt.`,
    movedFrom: ({ base, before, plan }) =>
      `Der Betreiber von ${base} hat Ihr Konto vom Tarif ${before} auf den Tarif ${plan} umgestellt.`,
    retentionChanged: ({ base, plan }) =>
      `Der Betreiber von ${base} hat die Aufbewahrung im Tarif ${plan} geändert.`,
    limitsApply: 'Die neuen Limits gelten ab sofort.',
    previewDeletes: (time) => `Ab dem ${time} werden ältere Daten gelöscht.`,
    deletes: ({ time, submissions, telemetry }) =>
      `Ab dem ${time} löschen wir endgültig, was älter ist, als Ihr Tarif es aufbewahrt (Formularnachrichten: ${submissions}, Telemetrie: ${telemetry}). Bis dahin löscht diese Änderung nichts. Exportieren Sie, was Sie behalten möchten.`,
    submissionsPerMonth: 'Formularnachrichten im Monat, je Formular',
    queueMessagesPerMonth: 'Nachrichten in Warteschlangen im Monat',
    telemetryEventsPerMonth: 'Telemetrie-Events im Monat',
    submissionRetention: 'Aufbewahrung von Formularnachrichten',
    telemetryRetention: 'Aufbewahrung von Telemetrie',
    destinations: 'Zusätzliche Empfänger je Formular',
    previously: (value) => `(bisher ${value})`,
    unlimited: 'unbegrenzt',
    days: counted({ one: 'Tag', other: 'Tage' }),
    exportData: 'Daten exportieren',
    reason: 'Sie bekommen diese E-Mail, weil Ihnen hier Endpunkte gehören.',
  },
}
