import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: 'Vielen Dank! Ihre Nachricht wurde gesendet.',
  receipt: 'Sehen, was mit Ihrer Nachricht passiert',
  offline: 'Sie sind offline. ',
  kept: 'Ihre Nachricht ist in diesem Browser gespeichert und wird gesendet, sobald die Verbindung wieder da ist. Wer die Browserdaten löscht, löscht auch sie.',
  failed:
    'Ihre Nachricht konnte nicht gesendet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  expired:
    'Ihre Nachricht konnte 24 Stunden lang nicht gesendet werden. Prüfen Sie sie und senden Sie sie noch einmal.',
}
