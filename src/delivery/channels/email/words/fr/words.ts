import { createCounter } from '../../../../../domain/language.ts'
import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

const counted = createCounter('fr')

export const submission: SubmissionWords = {
  firstMessage: 'Votre formulaire a reçu son premier message',
  previewOfFirst:
    'Quelqu’un a créé un formulaire qui envoie ses messages à cette adresse, et le premier se trouve ci-dessous.',
  previewOfNext: 'Quelqu’un a envoyé un message via un formulaire qui utilise cette adresse.',
  introduction: 'Si ce formulaire est à vous, revendiquez-le, sans mot de passe.',
  newMessage: (form) => `Nouveau message de ${form}`,
  newMessageBy: (sender, form) => `Nouveau message de ${sender} · ${form}`,
  newMessageFromYours: 'Nouveau message de votre formulaire',
  newMessageFromTheirs: 'Nouveau message d’un formulaire',
  warning:
    'Un visiteur a envoyé ceci via le formulaire. Nous n’avons pas vérifié l’expéditeur, et les liens sont désactivés.',
  unconfirmed:
    'Ce formulaire a été revendiqué à l’ouverture de son lien, ce que font aussi certaines messageries. Tant que vous ne le confirmez pas en un clic, vous en recevez un nombre limité d’e-mails, et leurs liens sont désactivés.',
  limits: ({ cap, used, days }) =>
    `Tant que vous ne le revendiquez pas, le formulaire accepte ${cap} messages (${used} jusqu’ici) et expire après ${days} jours sans message.`,
  capReached: ({ cap, days }) =>
    `Le formulaire a atteint la limite de ${cap} messages. Il n’en accepte plus tant que vous ne le revendiquez pas, et il expire ${days} jours après le dernier.`,
  replyTo: (address) => `Répondez à cet e-mail pour écrire à ${address}.`,
  claimToReply:
    'Revendiquez le formulaire pour répondre : d’ici là, les réponses à cet e-mail n’atteignent pas l’expéditeur.',
  confirmToReply:
    'Confirmez pour répondre : d’ici là, les réponses à cet e-mail n’atteignent pas l’expéditeur.',
  expired: (days) =>
    `Le formulaire a expiré : il n’a pas été revendiqué et n’a rien reçu pendant ${days} jours. Il n’accepte plus de messages et ne peut plus être revendiqué.`,
  retired: 'Le formulaire a été désactivé. Il n’accepte plus de messages.',
  onlyHidden:
    'Ce message n’a que des champs masqués (leurs noms commencent par _), qui ne figurent pas dans les e-mails.',
  shortened: (missing) => `Cet e-mail a été raccourci. Il manque : ${missing}.`,
  characters: counted({ one: 'caractère', other: 'caractères' }),
  fields: counted({ one: 'champ', other: 'champs' }),
  fullInDashboard: 'Le message complet est dans le tableau de bord.',
  fullAtOwner: 'Le propriétaire du formulaire peut lire le message complet.',
  fullAfterClaim: 'Revendiquez le formulaire pour lire le message complet dans le tableau de bord.',
  valueShortened: (missing) => `[… il manque ${missing}]`,
  nameless: '(sans nom)',
  leftEmpty: 'Non remplis',
  claim: 'Revendiquer ce formulaire',
  confirm: 'Confirmer qu’il est à vous',
  openInDashboard: 'Ouvrir dans le tableau de bord',
  emailSettings: 'Réglages des e-mails',
  added:
    'Vous recevez ces e-mails parce que le propriétaire du formulaire a ajouté votre adresse et que vous l’avez confirmée. Pour ne plus les recevoir, utilisez « Se désabonner » dans votre messagerie ou le lien de l’e-mail dans lequel vous avez confirmé votre adresse.',
  received: (time) => `Reçu le ${time}`,
  endpoint: (id) => `Endpoint ${id}`,
  submission: (id) => `Message ${id}`,
}

export const notice: NoticeWords = {
  decline: 'Ce n’était pas moi',
  sentBy: (service, base) => `Envoyé par ${service}, ${base}`,
  viewUsage: 'Voir l’utilisation',
  signIn: {
    subject: (service) => `Connexion à ${service}`,
    opening: (base) => `Voici votre lien de connexion à ${base}.`,
    button: 'Se connecter',
    notYou:
      'Ce n’est pas vous ? Ignorez cet e-mail : personne ne peut se connecter sans lui. Ne communiquez jamais le code.',
    preview: (minutes) => `Un lien et un code, valables une seule fois pendant ${minutes} minutes.`,
    codeLabel: 'Ou saisissez ce code dans le navigateur où vous avez commencé :',
    requested: ({ time, device, minutes }) =>
      `Demandé le ${time}${device === '' ? '' : ` depuis ${device}`}. Le lien et le code sont valables une seule fois pendant ${minutes} minutes.`,
  },
  confirm: {
    subject: (service) => `Confirmez que c’est bien vous sur ${service}`,
    heading: 'Confirmez que c’est bien vous',
    opening: (base) =>
      `Une personne connectée à votre compte sur ${base} veut effectuer une action irréversible. Si c’est vous, confirmez-le.`,
    button: 'Oui, c’est moi',
    notYou: (signInUrl) =>
      `Ce n’est pas vous ? Alors quelqu’un d’autre utilise un navigateur connecté à votre compte. Connectez-vous sur ${signInUrl} et fermez toutes les sessions. Ne communiquez jamais le code.`,
  },
  claim: {
    firstUse: ({ id, time }) => `Endpoint ${id}, utilisé pour la première fois le ${time}.`,
    firstEvent: 'Le premier événement s’appelle :',
    kinds: {
      telemetry: {
        heading: 'Votre endpoint de télémétrie a reçu son premier événement',
        preview: 'Quelqu’un a créé un endpoint de télémétrie avec cette adresse e-mail.',
        opening: 'S’il est à vous, revendiquez-le pour voir ses événements, sans mot de passe.',
        button: 'Revendiquer cet endpoint',
        limits: ({ cap, days }) =>
          `Tant que vous ne le revendiquez pas, il accepte ${cap} événements et expire après ${days} jours sans événement.`,
      },
      queue: {
        heading: 'Votre file d’attente a reçu son premier message',
        preview: 'Quelqu’un a créé une file d’attente avec cette adresse e-mail.',
        opening: 'Si elle est à vous, revendiquez-la pour voir ses messages, sans mot de passe.',
        button: 'Revendiquer cette file d’attente',
        limits: ({ cap, days }) =>
          `Tant que vous ne la revendiquez pas, elle accepte ${cap} messages et expire après ${days} jours sans message.`,
      },
    },
  },
  destination: {
    heading: 'Voulez-vous recevoir les messages de ce formulaire ?',
    preview: 'Vous ne recevrez rien sans votre confirmation.',
    opening: (base) =>
      `Le propriétaire d’un formulaire sur ${base} souhaite aussi envoyer ses messages à votre adresse. Vous ne recevrez rien sans votre confirmation.`,
    form: ({ id, owner }) =>
      `L’identifiant du formulaire est ${id}. Son propriétaire (adresse en partie masquée) : ${owner}`,
    button: 'Voir et confirmer',
    note: 'Si vous ne faites rien, vous ne recevrez aucun message. Le lien fonctionne jusqu’à ce que le propriétaire retire votre adresse.',
    stop: 'Ne plus me le demander',
  },
  stopped: {
    heading: (name) => `Les e-mails de ${name} sont désactivés`,
    preview: 'Vous pouvez les réactiver à tout moment.',
    opening: ({ id, base }) =>
      `Quelqu’un a utilisé le lien de désabonnement d’un e-mail concernant ${id} sur ${base}.`,
    continues: {
      form: 'Les messages sont toujours enregistrés, et vous pouvez les lire dans le tableau de bord. Ils ne vous sont pas envoyés par e-mail.',
      telemetry:
        'Les événements sont toujours enregistrés. Vous ne recevrez simplement plus d’e-mails au sujet de cet endpoint.',
      queue:
        'Les messages sont toujours enregistrés. Vous ne recevrez simplement plus d’e-mails au sujet de cette file d’attente.',
    },
    noLongerSent: 'Le formulaire n’envoie plus ses messages à votre adresse.',
    ifYou: 'Si c’était vous, il n’y a rien d’autre à faire.',
    button: 'Réactiver les e-mails',
    note: 'Cet e-mail est envoyé au plus une fois par jour quand les e-mails sont désactivés par un lien.',
  },
  health: {
    heading: (name) => `${name} demande votre attention`,
    preview: 'Ce formulaire pose problème.',
    opening: ({ id, base }) => `Le formulaire ${id} sur ${base} pose problème.`,
    findings: {
      field_missing:
        'Un champ que presque tous les messages contenaient n’est plus envoyé. Si vous l’avez supprimé volontairement, il n’y a rien à faire.',
      wrong_origin:
        'Tous les messages sont refusés, car leur page ne figure pas dans la liste des origines autorisées. Si la page est à vous, ajoutez son origine dans les paramètres du formulaire.',
      sent_by_get:
        'Le formulaire est envoyé par GET, et rien n’en est enregistré. Réglez la méthode du formulaire sur POST.',
      repeats_in_spam:
        'Des messages se trouvent dans votre dossier de spam uniquement parce que le même expéditeur avait déjà envoyé le même texte. S’ils sont légitimes, indiquez pour l’un d’eux que ce n’est pas du spam : les copies de son texte ne compteront plus.',
    },
    field: 'Champ',
    lastSent: 'Dernier envoi',
    missing: 'Messages sans ce champ depuis',
    before: 'Messages avec ce champ avant',
    since: 'Depuis',
    refused: 'Refusés jusqu’ici',
    inSpam: 'Dans le dossier de spam',
    button: 'Ouvrir le formulaire',
    note: 'Vous recevez cet e-mail une fois par problème, et de nouveau seulement si le formulaire a fonctionné pendant une semaine.',
  },
  quota: {
    kinds: {
      form: {
        amount: counted({ one: 'message', other: 'messages' }),
        refused:
          'Les nouveaux messages sont refusés. Les visiteurs voient que le formulaire a atteint sa limite mensuelle, et leurs messages ne sont pas enregistrés.',
      },
      telemetry: {
        amount: counted({ one: 'événement de télémétrie', other: 'événements de télémétrie' }),
        refused:
          'Les nouveaux événements sont refusés et ne sont pas enregistrés. Les programmes qui les envoient reçoivent une erreur.',
      },
      queue: {
        amount: counted({ one: 'message en file d’attente', other: 'messages en file d’attente' }),
        refused:
          'Les nouveaux messages sont refusés et ne sont pas enregistrés. Ceux qui sont déjà dans les files d’attente peuvent être récupérés comme d’habitude.',
      },
    },
    reached: (name, amount) => `${name} a atteint sa limite de ${amount} ce mois-ci`,
    reachedByYou: (amount) => `Vous avez atteint votre limite de ${amount} ce mois-ci`,
    used: ({ name, percent, amount }) => `${name} a utilisé ${percent} % de ses ${amount} ce mois-ci`,
    usedByYou: ({ percent, amount }) => `Vous avez utilisé ${percent} % de vos ${amount} ce mois-ci`,
    previewReached: (time) => `Plus rien n’est accepté jusqu’au ${time}.`,
    previewUsed: (time) => `Le quota est réinitialisé le ${time}.`,
    includesForForm: ({ amount, id, base }) =>
      `Votre offre comprend ${amount} par mois pour le formulaire ${id} sur ${base}.`,
    includesForAccount: ({ amount, base }) =>
      `Votre offre comprend ${amount} par mois pour l’ensemble de votre compte sur ${base}.`,
    thenRefused: 'Une fois le quota épuisé, les nouveaux sont refusés jusqu’à sa réinitialisation.',
    resets: ({ time, base }) =>
      `Le quota est réinitialisé le ${time}. L’exploitant de ${base} peut vous faire passer immédiatement à une offre supérieure.`,
    noteForForm: 'Cet e-mail est envoyé lorsqu’un formulaire atteint 80 %, puis 100 % de son quota mensuel.',
    noteForAccount: 'Cet e-mail est envoyé lorsque 80 %, puis 100 % d’un quota mensuel sont atteints.',
  },
  digest: {
    heading: counted({
      one: 'message dans votre dossier de spam',
      other: 'messages dans votre dossier de spam',
    }),
    preview: 'Vérifiez qu’aucun vrai message ne s’y trouve.',
    opening:
      'Le filtre les a mis de côté à cause de leur contenu, et vous ne les avez pas encore consultés. Si l’un d’eux est légitime, indiquez que ce n’est pas du spam : il vous sera envoyé par e-mail.',
    messages: counted({ one: 'message', other: 'messages' }),
    otherForms: counted({ one: 'autre formulaire', other: 'autres formulaires' }),
    newest: 'Les plus récents :',
    noText: '(aucun texte)',
    button: 'Ouvrir le dossier de spam',
    note: 'Vous recevez cet e-mail une fois par semaine au plus, et seulement si le dossier contient des messages que vous n’avez pas vus. Les robots qui ont rempli un champ caché ne comptent pas.',
    stop: 'Ne plus recevoir cet e-mail hebdomadaire',
  },
  plan: {
    newPlan: ({ service, plan }) => `Votre offre sur ${service} est maintenant ${plan}`,
    newRetention: (service) => `La durée de conservation de votre offre sur ${service} change`,
    moved: ({ base, plan }) => `L’exploitant de ${base} a fait passer votre compte à l’offre ${plan}.`,
    movedFrom: ({ base, before, plan }) =>
      `L’exploitant de ${base} a fait passer votre compte de l’offre ${before} à l’offre ${plan}.`,
    retentionChanged: ({ base, plan }) =>
      `L’exploitant de ${base} a modifié la durée de conservation de l’offre ${plan}.`,
    limitsApply: 'Les nouvelles limites s’appliquent dès maintenant.',
    previewDeletes: (time) => `À partir du ${time}, les données plus anciennes seront supprimées.`,
    deletes: ({ time, submissions, telemetry }) =>
      `À partir du ${time}, nous supprimerons définitivement les données qui dépassent la durée de conservation de votre offre : les messages de formulaire après ${submissions}, la télémétrie après ${telemetry}. D’ici là, ce changement ne supprime rien. Exportez ce que vous voulez garder.`,
    submissionsPerMonth: 'Messages par mois et par formulaire',
    queueMessagesPerMonth: 'Messages en file d’attente par mois',
    telemetryEventsPerMonth: 'Événements de télémétrie par mois',
    submissionRetention: 'Conservation des messages de formulaire',
    telemetryRetention: 'Conservation de la télémétrie',
    destinations: 'Destinataires supplémentaires par formulaire',
    previously: (value) => `(auparavant ${value})`,
    unlimited: 'illimité',
    days: counted({ one: 'jour', other: 'jours' }),
    exportData: 'Exporter vos données',
    reason: 'Vous recevez cet e-mail parce que vous possédez des endpoints ici.',
  },
}
