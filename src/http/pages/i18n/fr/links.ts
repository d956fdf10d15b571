import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { createCounter } from '../../../../domain/language.ts'
import type { LinkWords } from '../link-words.ts'

const counted = createCounter('fr')

const EVENTS_ARE_SEEN =
  'Les événements ne sont pas envoyés par e-mail : vous les retrouvez dans le tableau de bord.'
const MESSAGES_ARE_SEEN =
  'Les messages ne sont pas envoyés par e-mail : vos programmes les traitent, et vous les voyez dans le tableau de bord.'
const CREATE_NEW =
  'Pour continuer, créez un nouveau formulaire, un nouvel endpoint ou une nouvelle file d’attente et utilisez sa nouvelle URL.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ one: 'message', other: 'messages' }),
      unlimited: (plan) => `L’offre ${plan} comprend un nombre illimité de messages.`,
      claim: 'Revendiquer ce formulaire',
      isYours: 'Ce formulaire est-il à vous\u202f?',
      nowBelongs: (mailbox) => `Ce formulaire appartient désormais à \`${mailbox}\``,
      belongs: (mailbox) => `Ce formulaire appartient à \`${mailbox}\``,
      receivedSoFar: (digits) => `Messages reçus jusqu’ici : ${digits}`,
      untilConfirmed: () => 'D’ici là, les liens dans les e-mails restent désactivés.',
      receives: (mailbox) => `Un formulaire web envoie ses messages à \`${mailbox}\`.`,
      emailsBefore: 'Vous continuerez à recevoir chaque message par e-mail.',
      emailsAfter: 'Vous continuerez à recevoir chaque message par e-mail.',
      createdForYou: (mailbox) => `Quelqu’un a créé un formulaire avec votre adresse e-mail \`${mailbox}\`.`,
      retired: 'Le formulaire est désactivé et cesse de fonctionner.',
      alreadyRetired:
        'Le formulaire n’accepte plus de messages et n’envoie plus d’e-mails. Vous n’avez rien d’autre à faire.',
      ifStopped:
        'Le formulaire continue de fonctionner et chaque message est enregistré, mais vous n’en recevez aucun par e-mail.',
      stopped:
        'Les messages sont enregistrés, mais pas envoyés par e-mail. Ceux qui arrivent à partir de maintenant ne le seront pas plus tard non plus.',
      restarted: 'Vous recevez de nouveau chaque message par e-mail.',
    },
    telemetry: {
      amount: counted({ one: 'événement', other: 'événements' }),
      unlimited: (plan) => `L’offre ${plan} comprend un nombre illimité d’événements.`,
      claim: 'Revendiquer cet endpoint',
      isYours: 'Cet endpoint est-il à vous\u202f?',
      nowBelongs: (mailbox) => `Cet endpoint appartient désormais à \`${mailbox}\``,
      belongs: (mailbox) => `Cet endpoint appartient à \`${mailbox}\``,
      receivedSoFar: (digits) => `Événements reçus jusqu’ici : ${digits}`,
      untilConfirmed: (amount) => `Sans ce clic, l’endpoint accepte au plus ${amount} au total.`,
      receives: (mailbox) => `Un programme envoie des événements à un endpoint créé pour \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Quelqu’un a créé un endpoint de télémétrie avec votre adresse e-mail \`${mailbox}\`.`,
      retired: 'L’endpoint est désactivé et n’accepte plus d’événements.',
      alreadyRetired:
        'L’endpoint n’accepte plus d’événements et n’envoie plus d’e-mails. Vous n’avez rien d’autre à faire.',
      ifStopped:
        'L’endpoint continue d’accepter des événements. Vous ne recevez simplement plus d’e-mails à son sujet, comme les alertes de quota.',
      stopped:
        'Les événements sont toujours enregistrés, mais vous ne recevez plus d’e-mails au sujet de cet endpoint.',
      restarted: 'Vous recevez de nouveau les e-mails au sujet de cet endpoint.',
    },
    queue: {
      amount: counted({ one: 'message', other: 'messages' }),
      unlimited: (plan) => `L’offre ${plan} comprend un nombre illimité de messages.`,
      claim: 'Revendiquer cette file d’attente',
      isYours: 'Cette file d’attente est-elle à vous\u202f?',
      nowBelongs: (mailbox) => `Cette file d’attente appartient désormais à \`${mailbox}\``,
      belongs: (mailbox) => `Cette file d’attente appartient à \`${mailbox}\``,
      receivedSoFar: (digits) => `Messages reçus jusqu’ici : ${digits}`,
      untilConfirmed: (amount) => `Sans ce clic, la file d’attente accepte au plus ${amount} au total.`,
      receives: (mailbox) =>
        `Un programme publie des messages dans une file d’attente créée pour \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Quelqu’un a créé une file d’attente de messages avec votre adresse e-mail \`${mailbox}\`.`,
      retired: 'La file d’attente est désactivée et n’accepte plus de messages.',
      alreadyRetired:
        'La file d’attente n’accepte plus de messages et n’envoie plus d’e-mails. Vous n’avez rien d’autre à faire.',
      ifStopped:
        'La file d’attente continue d’accepter des messages. Vous ne recevez simplement plus d’e-mails à son sujet, comme les alertes de quota.',
      stopped:
        'Les messages sont toujours enregistrés, mais vous ne recevez plus d’e-mails au sujet de cette file d’attente.',
      restarted: 'Vous recevez de nouveau les e-mails au sujet de cette file d’attente.',
    },
  },
  claim: {
    instruction: 'Cliquez sur le bouton pour en devenir propriétaire. Aucun mot de passe n’est nécessaire.',
    doneTitle: 'C’est à vous',
    changes: 'Voici ce qui change :',
    alreadyClaimed:
      'La revendication a déjà eu lieu : ouvrir le lien une nouvelle fois ne change rien. Voici ce qui s’applique :',
    capEnds: (amount) => `La limite de ${amount} au total est levée.`,
    capEnded: (amount) => `La limite de ${amount} au total a été levée.`,
    quota: (plan, amount) => `L’offre ${plan} comprend ${amount} par mois.`,
    monthly: (amount, cap) => `Vous disposez maintenant de ${amount} par mois au lieu de ${cap} au total.`,
    neverExpires: 'Il n’y a plus de date d’expiration.',
    oneClickLeft:
      'Il reste un clic\u202f: confirmez qu’il s’agit bien de vous. Nous le demandons car certaines messageries ouvrent les liens d’elles-mêmes.',
    emailsHeld: (digits) => `E-mails en attente de votre clic : ${digits}`,
    name: 'Comment s’appelle ce formulaire ?',
    open: 'Ouvrir le tableau de bord',
    openInbox: 'Ouvrir votre boîte de réception',
    confirmInbox: 'Oui, à moi. Ouvrir ma boîte',
    confirmOpen: 'Oui, c’est à moi',
    decline: 'Ce n’était pas moi',
  },
  decline: {
    askTitle: 'Ce n’était pas vous ?',
    effects: `Si ce n’était pas vous, cliquez sur le bouton. Il a trois effets, que vous pouvez annuler ici pendant ${UNDO_DECLINE_HOURS} heures :`,
    deleted: `Tout ce qui a été reçu est supprimé au bout de ${UNDO_DECLINE_HOURS} heures.`,
    suppressed:
      'Votre adresse est bloquée : personne ne peut plus rien créer avec elle sans se connecter en votre nom, et ce que personne n’a revendiqué ne vous envoie plus d’e-mails.',
    othersClaimed:
      'Ceux-ci sont à vous. Ils continuent de fonctionner et vous recevez toujours leurs e-mails :',
    othersUnclaimed:
      'Ceux-ci n’ont été revendiqués par personne. Ils ne vous envoient pas d’e-mails tant que votre adresse est bloquée :',
    button: 'Désactiver et bloquer mon adresse',
    ifYours: 'Si c’était bien vous, fermez cette page. Rien n’a changé.',
    doneTitle: 'Désactivé',
    done: (mailbox) =>
      `Personne ne peut rien créer avec \`${mailbox}\` sans se connecter, et ce que personne n’a revendiqué ne lui envoie plus d’e-mails.`,
    undoUntil: (time) =>
      `Vous pouvez annuler ici jusqu’au ${time}. Ensuite, tout ce qui a été reçu est définitivement supprimé.`,
    undo: 'Annuler',
    nothingElse: 'Vous n’avez rien d’autre à faire. Un e-mail déjà en route peut encore arriver.',
    restoredTitle: 'C’est annulé',
    restored:
      'Tout fonctionne comme avant et rien n’a été supprimé. Le blocage de votre adresse qui en résultait est levé.',
    alreadyTitle: 'Déjà désactivé',
    final: `La désactivation date de plus de ${UNDO_DECLINE_HOURS} heures et ne peut plus être annulée. Tout ce qui a été reçu est supprimé.`,
    tooLateTitle: 'Ce lien ne permet plus la désactivation',
    tooLate: `La revendication date de plus de ${DECLINE_DAYS_AFTER_CLAIM} jours : un ancien e-mail ne peut donc plus rien supprimer.`,
    tooLateAdvice:
      'Pour ne plus recevoir ces e-mails, utilisez « Se désabonner » dans votre messagerie ou les réglages du tableau de bord.',
  },
  emails: {
    askTitle: 'Ne plus recevoir ces e-mails ?',
    canRestart: 'Vous pouvez réactiver les e-mails ici à tout moment.',
    stop: 'Ne plus recevoir ces e-mails',
    stoppedTitle: 'Les e-mails sont désactivés',
    start: 'Réactiver les e-mails',
    startedTitle: 'Les e-mails sont réactivés',
  },
  digest: {
    askTitle: 'Arrêter l’e-mail hebdomadaire sur le spam\u202f?',
    stoppedTitle: 'L’e-mail hebdomadaire sur le spam est désactivé',
    startedTitle: 'L’e-mail hebdomadaire sur le spam est réactivé',
    ifStopped:
      'Vous ne recevrez plus l’e-mail hebdomadaire sur votre dossier de spam. Tous les autres e-mails continueront d’arriver.',
    stopped:
      'Vous ne recevez plus l’e-mail hebdomadaire sur votre dossier de spam. Pensez à le consulter de temps en temps.',
    restarted:
      'Vous recevrez de nouveau un e-mail, une fois par semaine au plus, lorsque votre dossier de spam contient des messages que vous n’avez pas vus.',
  },
  deadLinks: {
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      why: 'Le lien est incomplet ou incorrect. Votre messagerie l’a peut-être coupé.',
      what: 'Copiez le lien complet de l’e-mail dans la barre d’adresse de votre navigateur.',
    },
    expired: {
      title: 'Expiré',
      why: `Personne ne l’a revendiqué et rien n’a été reçu pendant ${IDLE_DAYS} jours. C’est irréversible.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Désactivé',
      why: `Plus rien n’est accepté et plus aucun e-mail n’est envoyé. Si « Ce n’était pas moi » l’a désactivé, ce même lien permet d’annuler pendant ${UNDO_DECLINE_HOURS} heures.`,
      what: CREATE_NEW,
    },
  },
}
