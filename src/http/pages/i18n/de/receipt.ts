import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Gespeichert',
  handOver: {
    handed_over: 'An den Empfänger weitergegeben',
    on_its_way: 'Unterwegs zum Empfänger',
    delayed:
      'Verzögert: Der Mailserver des Empfängers nimmt die Nachricht gerade nicht an. Wir versuchen es weiter.',
    awaiting_confirmation: 'Wartet, bis der Empfänger dieses Formular bestätigt',
    stopped: 'An den Empfänger ging keine E-Mail. Ihre Nachricht bleibt gespeichert.',
  },
  answer: {
    title: 'Antwort',
    none: 'Wenn der Empfänger hier antwortet, erscheint die Antwort auf dieser Seite.',
  },
  privacy: 'Wer die Adresse dieser Seite kennt, kann sie öffnen. Sie zeigt nicht, was Sie geschrieben haben.',
  follow: 'Nachricht verfolgen',
  withdraw: {
    title: 'Diese Nachricht zurückziehen',
    effect: 'Ihre Nachricht wird endgültig gelöscht. Der Empfänger sieht nur, dass sie zurückgezogen wurde.',
    handedOver:
      'Sie wurde schon weitergegeben: Was beim Empfänger angekommen ist, können wir nicht zurückholen.',
    until: (time) => `Möglich bis \`${time}\`.`,
    button: 'Meine Nachricht löschen',
  },
  withdrawn: {
    title: 'Nachricht zurückgezogen',
    text: 'Ihre Nachricht wurde gelöscht.',
    handedOver:
      'Sie war schon weitergegeben: Was beim Empfänger angekommen ist, können wir nicht zurückholen.',
  },
  tooLate:
    'Diese Nachricht lässt sich nicht mehr zurückziehen: Das geht nur eine Stunde lang. Bitte wenden Sie sich an den Empfänger.',
  gone: {
    title: 'Diese Seite gibt es nicht mehr',
    text: 'Die Nachricht dazu wurde gelöscht, oder die Adresse dieser Seite ist unvollständig.',
  },
}
