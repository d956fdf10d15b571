import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot transmet par e-mail les messages des formulaires web.',
  thanks: {
    title: 'Merci',
    text: 'Votre message est bien arrivé et va être transmis.',
    back: 'Revenir à la page',
    close: 'Vous pouvez maintenant fermer cette page.',
  },
  refusal: {
    empty: {
      title: 'Le formulaire est arrivé vide',
      text: 'Rien de ce que vous avez saisi ne nous est parvenu : il n’y avait rien à transmettre.',
      owner:
        'Chaque input, select et textarea doit porter un attribut `name` : le navigateur n’envoie pas les champs sans nom.',
    },
    field: {
      title: 'Un des champs ne peut pas être accepté',
      text: 'Veuillez vérifier ce champ, le raccourcir s’il est très long, puis renvoyer le formulaire.',
      owner: null,
    },
    tooManyFields: {
      title: 'Le formulaire compte trop de champs',
      text: 'Il envoie plus de champs que nous ne pouvons en accepter. Votre message n’a pas été enregistré.',
      owner: `Un envoi peut compter jusqu’à ${MAX_FIELDS} champs.`,
    },
    file: {
      title: 'Ce formulaire n’accepte pas de fichiers',
      text: 'Veuillez retirer le fichier, puis renvoyer le formulaire.',
      owner: 'Cette adresse n’accepte que des champs de texte : retirez `<input type="file">` du formulaire.',
    },
    tooLarge: {
      title: 'Le message est trop volumineux',
      text: 'Veuillez le raccourcir, puis renvoyer le formulaire.',
      owner: `Un envoi peut peser jusqu’à ${MAX_BODY_BYTES / 1024} Kio au total.`,
    },
    unreadable: {
      title: 'Le formulaire n’a pas pu être lu',
      text: 'La cause tient à la façon dont ce site envoie le formulaire, non à votre saisie. Votre message n’a pas été enregistré.',
      owner:
        'Envoyez les champs au format `application/x-www-form-urlencoded`, `multipart/form-data` ou sous forme d’objet JSON.',
    },
    refused: {
      title: 'Le formulaire n’a pas été accepté',
      text: 'La cause tient à la façon dont ce site envoie le formulaire, non à votre saisie. Votre message n’a pas été enregistré.',
      owner: null,
    },
    elsewhere: {
      title: 'Rien n’a changé',
      text: 'Le bouton doit être actionné sur une page de ce service. Ouvrez vous-même cette page et appuyez dessus.',
      owner: null,
    },
    inProgress: {
      title: 'Votre message est en cours de traitement',
      text: 'Il a été envoyé plusieurs fois et le premier envoi n’a pas encore reçu de réponse.',
      owner: null,
    },
    wait: {
      title: 'Un instant, s’il vous plaît',
      text: 'Trop d’envois sont venus de votre connexion en peu de temps. Votre dernier message n’a pas été enregistré.',
      owner: null,
    },
    frozen: {
      title: 'Ce formulaire a atteint sa limite',
      text: 'Il n’acceptera plus de messages tant que le propriétaire du site ne l’aura pas confirmé. Votre message n’a pas été enregistré : merci d’utiliser un autre moyen de contact.',
      owner: `Cette adresse a reçu ses ${UNCLAIMED_CAP} envois. Suivez le lien de confirmation présent dans l’un de ses e-mails : elle reprend aussitôt.`,
    },
    monthlyQuota: {
      title: 'Ce formulaire a atteint sa limite pour ce mois-ci',
      text: 'Votre message n’a pas été enregistré. S’il ne peut pas attendre, merci d’utiliser un autre moyen de contact.',
      owner: 'Le quota mensuel de l’offre est épuisé. Il repart à zéro le premier du mois (UTC).',
    },
    expired: {
      title: 'Ce formulaire n’est plus actif',
      text: 'Votre message n’a pas été enregistré. Merci de contacter le propriétaire du site par un autre moyen.',
      owner: `Personne n’a confirmé cette adresse et rien n’y est arrivé pendant ${IDLE_DAYS} jours : elle a expiré définitivement. Créez-en une nouvelle et indiquez-la dans le formulaire.`,
    },
    retired: {
      title: 'Ce formulaire a été désactivé',
      text: 'Votre message n’a pas été enregistré. Merci de contacter le propriétaire du site par un autre moyen.',
      owner:
        'Le destinataire a définitivement désactivé cette adresse. Créez-en une nouvelle et indiquez-la dans le formulaire.',
    },
    formNotFound: {
      title: 'Ce formulaire n’existe pas',
      text: 'Le formulaire renvoie à une adresse qui n’est pas attribuée. Votre message n’a pas été enregistré.',
      owner: 'Comparez l’attribut `action` du formulaire avec l’adresse reçue lors de la création.',
    },
    pageNotFound: { title: 'Cette page n’existe pas', text: 'Veuillez vérifier l’adresse.', owner: null },
    notStored: {
      title: 'Votre message n’a pas pu être enregistré',
      text: 'Le service ne peut pas le recevoir pour le moment. Rien n’a été enregistré.',
      owner: null,
    },
    unsure: {
      title: 'Un problème est survenu de notre côté',
      text: 'Nous ne pouvons pas affirmer que votre message a été enregistré. Vous pouvez le renvoyer sans crainte.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept:
      'Votre saisie n’est pas perdue : le bouton Précédent de votre navigateur vous ramène au formulaire, où elle devrait toujours se trouver.',
    reload: 'Rouvrir la page',
    field: 'Champ',
    tryAgain: (wait) => `Veuillez réessayer ${wait.later}.`,
    tryLater: 'Veuillez réessayer un peu plus tard.',
    forOwner: 'Pour le propriétaire de ce site',
    details: 'Détails',
    code: 'Code',
    request: 'Requête',
  },
  formInfo: {
    title: 'Cette adresse reçoit des formulaires',
    text: 'Les formulaires envoyés à cette URL sont enregistrés et transmis par e-mail. Il n’y a rien à lire ici.',
    state: {
      unclaimed:
        'Active. Le premier message arrive avec un lien qui permet au destinataire d’en prendre possession.',
      claimed: 'Active et confirmée par son destinataire.',
      frozen: `En pause après ${UNCLAIMED_CAP} messages. Elle reprendra dès que le destinataire aura suivi le lien du premier e-mail.`,
    },
    inPage: 'Dans une page web',
    onCommandLine: 'En ligne de commande',
    dryRun: 'Avec `?dry_run=1` à la fin de l’adresse, tout est vérifié et rien n’est envoyé.',
    example: {
      email: 'E-mail',
      message: 'Message',
      send: 'Envoyer',
      hello: 'Bonjour',
      leaveEmpty: 'Laissez ce champ vide',
    },
  },
  destination: {
    asked: {
      title: 'Voulez-vous recevoir les messages de ce formulaire ?',
      text: ({ mailbox, owner }) =>
        `Le propriétaire d’un formulaire web (\`${owner}\`) souhaite envoyer ses messages aussi à votre adresse \`${mailbox}\`.`,
      consent: 'Rien n’est envoyé avant votre confirmation, et chaque message porte un lien qui y met fin.',
      confirm: 'Oui, envoyez-les-moi',
      decline: 'Je n’ai rien demandé',
      declineEffect:
        'Le second bouton retire votre adresse du formulaire, et personne ne pourra nous faire vous solliciter à nouveau.',
    },
    confirmed: {
      title: 'Vous recevez les messages de ce formulaire',
      text: (mailbox) =>
        `Désormais, chaque nouveau message du formulaire est envoyé à \`${mailbox}\`. Vous pouvez y mettre fin ici à tout moment.`,
      stop: 'Arrêter ces messages',
    },
    gone: {
      title: 'Vous ne recevez pas les messages de ce formulaire',
      text: 'Elle a été retirée du formulaire, ou le formulaire a été désactivé. Il n’y a rien d’autre à faire. Un message déjà en route peut encore arriver.',
    },
    refused: {
      title: 'C’est fait. Nous ne vous solliciterons plus',
      text: 'Votre adresse a été retirée du formulaire et n’a reçu aucun de ses messages. Personne ne pourra nous faire vous solliciter à nouveau.',
    },
  },
  signIn: {
    ask: {
      title: 'Se connecter',
      text: 'Saisissez l’adresse e-mail qui est le destinataire de vos formulaires, de votre télémétrie ou de vos files. Vous recevrez un message avec un lien et un code : il n’y a pas de mot de passe.',
      email: 'Adresse e-mail',
      send: 'M’envoyer le message',
      notAnAddress: 'Ce n’est pas une adresse e-mail complète. Veuillez la vérifier.',
      tooOften: (wait) =>
        `Trop de messages ont été demandés depuis votre connexion. Veuillez réessayer ${wait.later}.`,
    },
    sent: {
      title: 'Consultez votre boîte de réception',
      text: `Si un formulaire, une télémétrie ou une file appartient à cette adresse, un message est en route. Ouvrez son lien dans ce navigateur, ou saisissez son code ici. Les deux sont valables ${SIGN_IN_MINUTES} minutes.`,
      code: 'Code reçu par e-mail',
      submit: 'Se connecter',
      wrongCode: `Ce code n’est pas valable. Saisissez celui du message le plus récent ; après ${MAX_CODE_TRIES} erreurs, il faut un nouveau message.`,
      nothingCame: 'Rien après quelques minutes ? Regardez dans les indésirables et vérifiez l’adresse.',
      again: 'Demander un autre message',
      keptHere: 'Cette instance n’envoie pas d’e-mails : ses messages restent sur cette machine.',
      toEmails: 'Les lire ici',
    },
    link: {
      title: 'Se connecter',
      text: 'Un clic, et ce navigateur est connecté.',
      button: 'Se connecter',
    },
    otherBrowser: {
      title: 'Est-ce vous qui l’avez demandé ?',
      signIn:
        'Le message a été demandé dans un autre navigateur. Si quelqu’un d’autre vous a envoyé ce lien, n’allez pas plus loin : vous seriez connecté à son compte.',
      confirm:
        'Le message a été demandé dans un autre navigateur, connecté à votre compte. Ne continuez que si c’est vous qui l’utilisez.',
      device: 'Demandé depuis',
      time: 'Demandé le',
      unknownDevice: 'un navigateur inconnu',
      ifNotYou: 'Si ce n’était pas vous, fermez cette page. Il ne s’est rien passé.',
    },
    confirm: {
      title: 'Est-ce bien vous ?',
      text: 'Une action irréversible est sur le point d’être faite avec ce compte. Un clic confirme que c’est vous.',
      button: 'C’est moi',
      doneTitle: 'Confirmé',
      doneText: 'Revenez au navigateur dans lequel vous avez fait la demande et continuez là-bas.',
    },
    deadLink: {
      title: 'Ce lien ne fonctionne plus',
      text: `Il a déjà servi, il a plus de ${SIGN_IN_MINUTES} minutes, ou il n’a pas été copié en entier.`,
      again: 'Demander un nouveau message',
    },
    signedOut: {
      title: 'Vous êtes déconnecté',
      text: 'Ce navigateur n’a plus accès au compte.',
      again: 'Se reconnecter',
    },
  },
}
