import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Enregistré',
  handOver: {
    handed_over: 'Transmis au destinataire',
    on_its_way: 'En route vers le destinataire',
    delayed:
      'Retardé\u202f: le serveur de messagerie du destinataire ne l’accepte pas pour le moment. Nous réessayons.',
    awaiting_confirmation: 'En attente\u202f: le destinataire doit confirmer ce formulaire',
    stopped: 'Aucun e-mail n’a été envoyé au destinataire. Votre message reste enregistré.',
  },
  answer: { title: 'Réponse', none: 'Si le destinataire répond ici, sa réponse apparaîtra sur cette page.' },
  privacy:
    'Toute personne qui connaît l’adresse de cette page peut l’ouvrir. Elle ne montre pas ce que vous avez écrit.',
  follow: 'Suivre votre message',
  withdraw: {
    title: 'Retirer ce message',
    effect: 'Votre message est supprimé définitivement. Le destinataire voit seulement qu’il a été retiré.',
    handedOver: 'Il a déjà été transmis\u202f: nous ne pouvons pas reprendre ce que le destinataire a reçu.',
    until: (time) => `Possible jusqu’au \`${time}\`.`,
    button: 'Supprimer mon message',
  },
  withdrawn: {
    title: 'Message retiré',
    text: 'Votre message a été supprimé.',
    handedOver:
      'Il avait déjà été transmis\u202f: nous ne pouvons pas reprendre ce que le destinataire a reçu.',
  },
  tooLate:
    'Ce message ne peut plus être retiré\u202f: cela n’est possible que pendant une heure. Veuillez contacter le destinataire.',
  gone: {
    title: 'Cette page n’existe plus',
    text: 'Le message correspondant a été supprimé, ou l’adresse de cette page est incomplète.',
  },
}
