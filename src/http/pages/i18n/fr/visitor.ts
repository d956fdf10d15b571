import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot : formulaires, événements et files d’attente sans backend.',
  copy: { button: 'Copier', done: 'Copié' },
  thanks: {
    title: 'Merci',
    text: 'Votre message a été envoyé.',
    back: (host) => `Retour à \`${host}\``,
    close: 'Vous pouvez fermer cette page.',
  },
  refusal: {
    blank: {
      title: 'Vous n’avez rien rempli',
      text: 'Veuillez revenir en arrière, remplir le formulaire et l’envoyer à nouveau.',
      owner: null,
    },
    empty: {
      title: 'Nous n’avons rien reçu',
      text: 'Le problème vient probablement du site, pas de ce que vous avez saisi.',
      owner:
        'Chaque input, select et textarea doit avoir un attribut `name`. Sans lui, le navigateur n’envoie pas le champ.',
    },
    sentByGet: {
      title: 'Rien n’a été envoyé',
      text: 'Le problème vient du site, pas de ce que vous avez saisi.',
      owner:
        'Il manque `method="post"` au formulaire : le navigateur a placé les champs dans l’adresse au lieu de les envoyer. Écrivez `<form method="post" action="…">`.',
    },
    field: {
      title: 'Veuillez vérifier l’une de vos réponses',
      text: 'Corrigez-la, ou raccourcissez-la si elle est très longue, puis envoyez de nouveau le formulaire.',
      owner: null,
    },
    tooManyFields: {
      title: 'Le formulaire contient trop de champs',
      text: 'Le problème vient du site, pas de ce que vous avez saisi. Votre message n’a pas été enregistré.',
      owner: `Un message peut contenir jusqu’à ${MAX_FIELDS} champs.`,
    },
    file: {
      title: 'Ce formulaire n’accepte pas les fichiers',
      text: 'Veuillez retirer le fichier et envoyer de nouveau le formulaire.',
      owner:
        'L’envoi de fichiers n’est pas encore pris en charge. Retirez `<input type="file">` du formulaire.',
    },
    tooLarge: {
      title: 'Votre message est trop long',
      text: 'Veuillez le raccourcir et envoyer de nouveau le formulaire.',
      owner: `Un message peut atteindre ${MAX_BODY_BYTES / 1024} Kio au total.`,
    },
    unreadable: {
      title: 'Le formulaire n’a pas pu être lu',
      text: 'Le problème vient du site, pas de ce que vous avez saisi. Votre message n’a pas été enregistré.',
      owner:
        'Envoyez les champs au format `application/x-www-form-urlencoded`, `multipart/form-data` ou dans un objet JSON.',
    },
    refused: {
      title: 'Le formulaire n’a pas été accepté',
      text: 'Le problème vient du site, pas de ce que vous avez saisi. Votre message n’a pas été enregistré.',
      owner: null,
    },
    elsewhere: {
      title: 'Rien n’a été modifié',
      text: 'Cette action doit être effectuée sur une page de ce service. Ouvrez cette page et cliquez-y sur le bouton.',
      owner: null,
    },
    inProgress: {
      title: 'Votre message est en cours de traitement',
      text: 'Il a été envoyé plusieurs fois, et le premier envoi est encore en cours de traitement.',
      owner: null,
    },
    wait: {
      title: 'Veuillez patienter un instant',
      text: 'Vous envoyez trop rapidement. Votre dernier message n’a pas été enregistré.',
      owner: null,
    },
    challenge: {
      title: 'La vérification du navigateur manque',
      text: 'Ce formulaire n’accepte un message qu’avec un petit calcul que le navigateur effectue lui-même. Il manquait ou n’était plus valable, et votre message n’a pas été enregistré. Veuillez activer JavaScript, recharger le formulaire et l’envoyer à nouveau.',
      owner:
        'Ce formulaire exige une preuve de travail (`challenge: required`). Ajoutez le widget d’ALTCHA ou `/form.js` à la page, ou réglez `challenge` sur `score`, qui accepte les visiteurs sans JavaScript.',
    },
    frozen: {
      title: 'Ce formulaire a atteint sa limite',
      text: 'Il n’accepte plus de messages tant que le propriétaire du site ne l’a pas confirmé. Votre message n’a pas été enregistré : veuillez le contacter par un autre moyen.',
      owner: `Cet endpoint a accepté les ${UNCLAIMED_CAP} messages autorisés avant sa revendication. Suivez le lien de revendication dans l’un de ses e-mails pour continuer immédiatement.`,
    },
    monthlyQuota: {
      title: 'Ce formulaire a atteint sa limite mensuelle',
      text: 'Votre message n’a pas été enregistré. Si c’est urgent, veuillez utiliser un autre moyen de contact.',
      owner: 'Le quota mensuel de l’offre est épuisé. Il est réinitialisé le 1er du mois (UTC).',
    },
    expired: {
      title: 'Ce formulaire n’est plus actif',
      text: 'Votre message n’a pas été enregistré. Veuillez contacter le propriétaire du site par un autre moyen.',
      owner: `Cet endpoint n’a pas été revendiqué et n’a rien reçu pendant ${IDLE_DAYS} jours : il a définitivement expiré. Créez un nouvel endpoint et utilisez son URL dans le formulaire.`,
    },
    retired: {
      title: 'Ce formulaire a été désactivé',
      text: 'Votre message n’a pas été enregistré. Veuillez contacter le propriétaire du site par un autre moyen.',
      owner:
        'Son propriétaire a définitivement désactivé cet endpoint. Créez un nouvel endpoint et utilisez son URL dans le formulaire.',
    },
    formNotFound: {
      title: 'Ce formulaire n’est plus disponible',
      text: 'Votre message n’a pas été enregistré. Veuillez prendre contact par un autre moyen.',
      owner: 'Comparez l’`action` du formulaire avec l’URL obtenue lors de la création de l’endpoint.',
    },
    pageNotFound: { title: 'Page introuvable', text: 'Veuillez vérifier l’adresse.', owner: null },
    notStored: {
      title: 'Votre message n’a pas pu être enregistré',
      text: 'Nous ne pouvons pas accepter de messages pour le moment. Rien n’a été enregistré.',
      owner: null,
    },
    unsure: {
      title: 'Un problème est survenu de notre côté',
      text: 'Nous ne savons pas si votre message a été enregistré. Vous pouvez l’envoyer de nouveau sans risque.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: 'Revenez en arrière dans votre navigateur. Votre saisie devrait toujours s’y trouver.',
    reload: 'Recharger le formulaire',
    field: 'Champ',
    tryAgain: (wait) => `Veuillez réessayer ${wait.later}.`,
    tryLater: 'Veuillez réessayer plus tard.',
    forOwner: 'Pour le propriétaire de ce site',
    details: 'Détails',
    code: 'Code',
    request: 'Requête',
  },
  formInfo: {
    title: 'Ceci est un endpoint de formulaire',
    text: 'Les formulaires envoyés à cette URL sont enregistrés et transmis par e-mail à leur propriétaire. Il n’y a rien à lire ici.',
    state: {
      unclaimed:
        'Actif, pas encore revendiqué. Le premier message contient un lien qui permet au destinataire de revendiquer ce formulaire.',
      claimed: 'Actif et revendiqué par son destinataire.',
      frozen: `En pause après ${UNCLAIMED_CAP} messages. Il reprendra dès que le destinataire aura suivi le lien du premier e-mail.`,
    },
    inPage: 'Formulaire HTML',
    onCommandLine: 'Ligne de commande',
    dryRun: 'Ajoutez `?dry_run=1` à l’URL pour tout vérifier sans rien envoyer.',
    example: {
      name: 'Nom',
      email: 'E-mail',
      message: 'Message',
      send: 'Envoyer',
      hello: 'Bonjour',
      leaveEmpty: 'Laissez ce champ vide',
    },
  },
  destination: {
    unconfirmed: {
      title: 'Voulez-vous recevoir les messages de ce formulaire ?',
      text: ({ mailbox, owner }) =>
        `Le propriétaire d’un formulaire web (\`${owner}\`) souhaite aussi envoyer ses messages à votre adresse \`${mailbox}\`.`,
      consent:
        'Rien n’est envoyé sans votre confirmation, et chaque e-mail contient un lien pour ne plus en recevoir.',
      confirm: 'Oui, envoyez-les-moi',
      decline: 'Non, et ne plus me demander',
      declineEffect:
        '« Non, et ne plus me demander » retire votre adresse du formulaire, et nous ne vous poserons plus la question, même si on nous le demande.',
    },
    confirmed: {
      title: 'Vous recevez les messages de ce formulaire',
      text: (mailbox) =>
        `Désormais, chaque nouveau message est envoyé à \`${mailbox}\`. Vous pouvez arrêter ces e-mails ici à tout moment.`,
      stop: 'Ne plus recevoir ces e-mails',
    },
    stopped: {
      title: 'Les e-mails de ce formulaire sont désactivés',
      text: (mailbox) =>
        `Les nouveaux messages ne sont plus envoyés à \`${mailbox}\`. Le propriétaire du formulaire le voit, mais ne peut pas réactiver les e-mails. Vous pouvez le faire ici à tout moment. Un e-mail déjà en route peut encore arriver.`,
    },
    gone: {
      title: 'Vous ne recevez pas les messages de ce formulaire',
      text: 'Votre adresse a été retirée du formulaire, ou le formulaire a été désactivé. Vous n’avez rien d’autre à faire. Pour recevoir à nouveau les messages, demandez au propriétaire du formulaire d’ajouter votre adresse. Un e-mail déjà en route peut encore arriver.',
    },
    refused: {
      title: 'C’est fait. Nous ne vous le demanderons plus',
      text: 'Votre adresse a été retirée du formulaire et n’a reçu aucun de ses messages. Nous ne vous poserons plus la question, même si on nous le demande.',
    },
  },
  signIn: {
    ask: {
      title: 'Se connecter',
      text: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien de connexion et un code.',
      email: 'Adresse e-mail',
      send: 'Recevoir un lien par e-mail',
      notAnAddress: 'Cette adresse est incomplète. Veuillez la vérifier.',
      tooOften: (wait) =>
        `Trop d’e-mails de connexion ont été demandés depuis votre réseau. Veuillez réessayer ${wait.later}.`,
    },
    sent: {
      title: 'Consultez votre boîte de réception',
      text: `S’il existe un compte pour cette adresse, un e-mail est en route. Ouvrez le lien dans ce navigateur ou saisissez le code. Les deux expirent dans ${SIGN_IN_MINUTES} minutes.`,
      code: 'Code reçu par e-mail',
      submit: 'Se connecter',
      wrongCode: `Code incorrect. Utilisez celui du dernier e-mail. Après ${MAX_CODE_TRIES} codes incorrects, il vous faut un nouvel e-mail.`,
      nothingCame:
        'Pas d’e-mail après quelques minutes ? Vérifiez vos courriers indésirables et l’adresse saisie.',
      again: 'Renvoyer l’e-mail',
      keptHere: 'Aucun serveur de messagerie n’est configuré : les e-mails restent sur cette machine.',
      toEmails: 'Les lire ici',
    },
    link: {
      title: 'Se connecter',
      text: 'Se connecter dans ce navigateur ?',
      button: 'Se connecter',
    },
    otherBrowser: {
      title: 'Est-ce vous qui l’avez demandé ?',
      signIn:
        'Cet e-mail a été demandé dans un autre navigateur. Si quelqu’un d’autre vous a envoyé ce lien, arrêtez-vous ici : vous accéderiez à son compte.',
      confirm:
        'Cet e-mail a été demandé dans un autre navigateur, connecté à votre compte. Ne continuez que si c’était vous.',
      device: 'Demandé depuis',
      time: 'Demandé le',
      unknownDevice: 'un navigateur inconnu',
      ifNotYou: 'Si ce n’était pas vous, fermez cette page. Il ne s’est rien passé.',
    },
    confirm: {
      title: 'Confirmez que c’est bien vous',
      text: 'Vous êtes sur le point d’effectuer une action irréversible. Confirmez que c’est bien vous.',
      button: 'Oui, c’est moi',
      doneTitle: 'Confirmé',
      doneText: 'Revenez dans le navigateur où vous avez commencé et continuez.',
    },
    deadLink: {
      title: 'Ce lien ne fonctionne plus',
      text: `Il a déjà été utilisé, date de plus de ${SIGN_IN_MINUTES} minutes ou n’a pas été copié en entier.`,
      again: 'Recevoir un nouveau lien',
    },
    signedOut: {
      title: 'Déconnexion effectuée',
      text: 'Ce navigateur n’a plus accès à votre compte.',
      again: 'Se reconnecter',
    },
  },
}
