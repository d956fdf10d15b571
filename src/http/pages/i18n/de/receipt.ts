import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Gespeichert',
  handOver: {
    handed_over: 'Per E-Mail an den Empfänger gesendet',
    saved: 'Für den Empfänger gespeichert',
    on_its_way: 'Wird zugestellt',
    delayed: 'Verzögert: Die E-Mail konnte noch nicht gesendet werden. Wir versuchen es weiter.',
    awaiting_confirmation: 'Wartet, bis der Empfänger dieses Formular bestätigt',
    stopped: 'An den Empfänger ging keine E-Mail. Ihre Nachricht bleibt gespeichert.',
  },
  answer: {
    title: 'Sie haben eine Antwort',
    none: 'Speichern Sie diese Seite als Lesezeichen: Eine Antwort kann hier erscheinen.',
  },
  privacy: 'Wer diesen Link hat, kann die Seite öffnen. Sie zeigt nicht, was Sie geschrieben haben.',
  follow: 'Nachricht verfolgen',
  withdraw: {
    title: 'Diese Nachricht zurückziehen',
    effect: 'Ihre Nachricht wird endgültig gelöscht. Der Empfänger sieht nur, dass sie zurückgezogen wurde.',
    handedOver:
      'Sie wurde schon per E-Mail gesendet: Was beim Empfänger angekommen ist, können wir nicht zurückholen.',
    saved: 'Vielleicht hat der Empfänger sie schon gelesen.',
    until: (time) => `Möglich bis \`${time}\`.`,
    button: 'Meine Nachricht löschen',
  },
  withdrawn: {
    title: 'Nachricht zurückgezogen',
    text: 'Ihre Nachricht wurde gelöscht.',
    handedOver:
      'Sie war schon per E-Mail gesendet: Was beim Empfänger angekommen ist, können wir nicht zurückholen.',
    saved: 'Vielleicht hatte der Empfänger sie schon gelesen.',
  },
  tooLate:
    'Diese Nachricht lässt sich nicht mehr zurückziehen: Das geht nur eine Stunde lang. Bitte wenden Sie sich an den Empfänger.',
  gone: {
    title: 'Diese Seite gibt es nicht mehr',
    text: 'Die Nachricht dazu wurde gelöscht, oder die Adresse dieser Seite ist unvollständig.',
  },
}
