import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN =
  'Ses événements ne sont pas envoyés par e-mail : vous les consultez dans le tableau de bord.'
const MESSAGES_ARE_SEEN =
  'Ses messages ne sont pas envoyés par e-mail : des programmes les traitent, et vous les consultez dans le tableau de bord.'
const CREATE_NEW = 'Pour continuer, créez une nouvelle adresse et utilisez-la à la place.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} envois`,
      unlimited: (plan) => `L’offre ${plan} accepte un nombre illimité d’envois.`,
      receives: (mailbox) => `Un formulaire web transmet ses envois à \`${mailbox}\`.`,
      emailsBefore: 'Vous continuez à recevoir chaque envoi par e-mail.',
      emailsAfter: 'Vous continuez à recevoir chaque envoi par e-mail.',
      createdForYou: (mailbox) => `Quelqu’un a créé un formulaire avec votre adresse e-mail \`${mailbox}\`.`,
      retired: 'L’adresse est désactivée : son formulaire cesse de fonctionner.',
      alreadyRetired:
        'Elle n’accepte plus d’envois et n’envoie plus d’e-mails. Il n’y a rien d’autre à faire.',
      ifStopped:
        'Son formulaire continue de fonctionner et chaque envoi est enregistré, mais aucun ne vous est plus transmis par e-mail.',
      stopped:
        'Les envois sont enregistrés, mais pas transmis par e-mail. Ceux qui arrivent maintenant ne le seront pas plus tard non plus.',
      restarted: 'Désormais, chaque envoi vous est transmis par e-mail.',
    },
    telemetry: {
      amount: (digits) => `${digits} événements`,
      unlimited: (plan) => `L’offre ${plan} accepte un nombre illimité d’événements.`,
      receives: (mailbox) => `Un programme envoie des événements à une adresse créée pour \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Quelqu’un a créé une adresse de télémétrie avec votre adresse e-mail \`${mailbox}\`.`,
      retired: 'L’adresse est désactivée : plus aucun programme ne peut y envoyer d’événements.',
      alreadyRetired:
        'Elle n’accepte plus d’événements et n’envoie plus d’e-mails. Il n’y a rien d’autre à faire.',
      ifStopped:
        'Elle continue d’accepter des événements ; les e-mails à son sujet, par exemple quand un quota est presque épuisé, n’arrivent plus.',
      stopped:
        'Les événements sont enregistrés comme avant, et vous ne recevez aucun e-mail au sujet de cette adresse.',
      restarted: 'Désormais, vous recevez à nouveau les e-mails au sujet de cette adresse.',
    },
    queue: {
      amount: (digits) => `${digits} messages`,
      unlimited: (plan) => `L’offre ${plan} accepte un nombre illimité de messages.`,
      receives: (mailbox) => `Un programme dépose des messages dans une file créée pour \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Quelqu’un a créé une file de messages avec votre adresse e-mail \`${mailbox}\`.`,
      retired: 'La file est désactivée : plus aucun programme ne peut y déposer de messages.',
      alreadyRetired:
        'La file n’accepte plus de messages et n’envoie plus d’e-mails. Il n’y a rien d’autre à faire.',
      ifStopped:
        'La file continue d’accepter des messages ; les e-mails à son sujet, par exemple quand un quota est presque épuisé, n’arrivent plus.',
      stopped:
        'Les messages sont enregistrés comme avant, et vous ne recevez aucun e-mail au sujet de cette file.',
      restarted: 'Désormais, vous recevez à nouveau les e-mails au sujet de cette file.',
    },
  },
  claim: {
    title: 'Prendre possession de cette adresse',
    instruction: 'Appuyez sur le bouton pour que cette adresse devienne la vôtre.',
    doneTitle: 'Cette adresse a un propriétaire',
    nowBelongs: (mailbox) => `Cette adresse appartient désormais à \`${mailbox}\``,
    belongs: (mailbox) => `Cette adresse appartient à \`${mailbox}\``,
    changes: 'Il n’y a ni mot de passe à choisir ni rien à remplir. Voici ce qui change :',
    alreadyClaimed:
      'C’était déjà fait ; ouvrir le lien une nouvelle fois ne change rien. Voici ce que cela signifie :',
    capEnds: (amount) => `La limite de ${amount} disparaît.`,
    capEnded: (amount) => `La limite de ${amount} a disparu.`,
    quota: (plan, amount) => `L’offre ${plan} accepte ${amount} par mois.`,
    neverExpires: 'Elle n’expire plus quand rien n’arrive pendant un certain temps.',
    open: 'Ouvrir le tableau de bord',
    decline: 'Ce n’était pas moi',
    declineEffect:
      '« Ce n’était pas moi » désactive l’adresse, supprime tout son contenu et bloque votre e-mail : plus personne ne pourra créer d’adresse pour lui. C’est irréversible.',
  },
  decline: {
    askTitle: 'Vous n’avez rien demandé ?',
    effects: 'Si ce n’était pas vous, appuyez sur le bouton. Il a trois effets, tous irréversibles :',
    deleted: 'Tout ce qui y a été envoyé est supprimé.',
    suppressed:
      'Votre e-mail est bloqué : personne ne peut plus créer d’adresse pour lui, et nous ne vous écrirons plus à ce sujet.',
    button: 'Désactiver et ne plus jamais écrire',
    ifYours: 'Si elle est à vous, fermez cette page. Rien n’a changé.',
    doneTitle: 'C’est fait. Nous ne vous écrirons plus',
    done: (mailbox) =>
      `L’adresse est désactivée et ce qu’elle contenait est supprimé. Personne ne peut en créer une autre pour \`${mailbox}\`.`,
    nothingElse: 'Il n’y a rien d’autre à faire. Un e-mail déjà en route peut encore arriver.',
    alreadyTitle: 'Cette adresse est déjà désactivée',
    tooLateTitle: 'Ce lien ne désactive plus l’adresse',
    tooLate: `Elle a un propriétaire depuis plus de ${DECLINE_DAYS_AFTER_CLAIM} jours, et un ancien e-mail ne doit pas pouvoir supprimer ce qu’elle contient.`,
    tooLateAdvice: 'Pour ne plus recevoir ses e-mails, utilisez le lien à la fin d’un e-mail plus récent.',
  },
  emails: {
    askTitle: 'Ne plus recevoir les e-mails de cette adresse ?',
    canRestart: 'Vous pouvez les rétablir sur cette page.',
    stop: 'Arrêter les e-mails',
    stoppedTitle: 'Les e-mails sont arrêtés',
    start: 'Rétablir les e-mails',
    startedTitle: 'Les e-mails sont rétablis',
  },
  deadLinks: {
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      why: 'Rien ne lui correspond ici. Un logiciel de messagerie l’a peut-être coupé.',
      what: 'Copiez le lien entier de l’e-mail dans la barre d’adresse de votre navigateur, du début à la fin.',
    },
    expired: {
      title: 'Ce lien a pris fin avec son adresse',
      why: `Personne n’a pris possession de l’adresse et rien n’y est arrivé pendant ${IDLE_DAYS} jours : elle a expiré. C’est irréversible.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Ce lien a pris fin avec son adresse',
      why: 'L’adresse a été désactivée : elle n’accepte plus rien et n’envoie plus d’e-mails. C’est irréversible.',
      what: CREATE_NEW,
    },
  },
}
