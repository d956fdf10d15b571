import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: 'Merci\u202f! Votre message a été envoyé.',
  receipt: 'Voir ce que devient votre message',
  offline: 'Vous êtes hors ligne. ',
  kept: 'Votre message est enregistré dans ce navigateur et sera envoyé dès le retour de la connexion. Effacer les données du navigateur le supprime.',
  failed: 'Votre message n’a pas pu être envoyé. Vérifiez votre connexion et réessayez.',
  expired: 'Votre message n’a pas pu être envoyé en 24 heures. Vérifiez-le et envoyez-le à nouveau.',
}
