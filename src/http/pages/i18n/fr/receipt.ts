import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Enregistré',
  handOver: {
    handed_over: 'Envoyé par e-mail au destinataire',
    saved: 'Enregistré pour le destinataire',
    on_its_way: 'En cours d’envoi',
    delayed: 'Retardé\u202f: il n’a pas encore pu être envoyé par e-mail. Nous réessayons.',
    awaiting_confirmation: 'En attente\u202f: le destinataire doit confirmer ce formulaire',
    stopped: 'Aucun e-mail n’a été envoyé au destinataire. Votre message reste enregistré.',
  },
  answer: {
    title: 'Vous avez une réponse',
    none: 'Ajoutez cette page à vos favoris\u202f: une réponse peut y apparaître.',
  },
  privacy:
    'Toute personne disposant de ce lien peut ouvrir cette page. Elle ne montre pas ce que vous avez écrit.',
  follow: 'Suivre votre message',
  withdraw: {
    title: 'Retirer ce message',
    effect: 'Votre message est supprimé définitivement. Le destinataire voit seulement qu’il a été retiré.',
    handedOver:
      'Il a déjà été envoyé par e-mail\u202f: nous ne pouvons pas reprendre ce que le destinataire a reçu.',
    saved: 'Le destinataire l’a peut-être déjà lu.',
    until: (time) => `Possible jusqu’au \`${time}\`.`,
    button: 'Supprimer mon message',
  },
  withdrawn: {
    title: 'Message retiré',
    text: 'Votre message a été supprimé.',
    handedOver:
      'Il avait déjà été envoyé par e-mail\u202f: nous ne pouvons pas reprendre ce que le destinataire a reçu.',
    saved: 'Le destinataire l’avait peut-être déjà lu.',
  },
  tooLate:
    'Ce message ne peut plus être retiré\u202f: cela n’est possible que pendant une heure. Veuillez contacter le destinataire.',
  gone: {
    title: 'Cette page n’existe plus',
    text: 'Le message correspondant a été supprimé, ou l’adresse de cette page est incomplète.',
  },
}
