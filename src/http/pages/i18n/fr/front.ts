import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    reference: 'Référence de l’API',
    signIn: 'Se connecter',
    languages: 'Langues',
    menu: 'Navigation',
  },
  home: {
    title: 'Un formulaire qui marche, sur n’importe quelle page',
    lead: 'Saisissez votre e-mail, obtenez une URL de formulaire et collez-la dans votre page. Les messages arrivent dans votre boîte de réception. Sans compte, sans clé d’API, sans JavaScript.',
    recipient: 'Envoyer les messages à',
    create: 'Créer mon formulaire',
    noSignUp:
      'Aucune inscription. Le premier message apporte un lien qui vous permet d’en prendre possession.',
    otherWays: {
      title: 'Ou depuis votre terminal ou votre agent de code',
      shell: 'En ligne de commande',
      agent: 'Prompt pour votre agent de code',
    },
    steps: {
      title: 'Comment ça marche',
      list: [
        {
          name: 'Collez l’URL dans votre page',
          text: 'Placez-la dans l’`action` de votre formulaire. Compatible avec le HTML simple, tous les générateurs et tous les frameworks.',
        },
        {
          name: 'Recevez votre premier message',
          text: 'Quelques secondes après l’envoi, tous les champs sont dans votre boîte de réception.',
        },
        {
          name: 'Un clic, et il est à vous',
          text: 'Cliquez sur le lien de cet e-mail pour en prendre possession et ouvrir son tableau de bord.',
        },
      ],
    },
    promises: {
      title: 'Ce sur quoi vous pouvez compter',
      list: [
        {
          name: 'Enregistré d’abord, confirmé ensuite',
          text: 'Les visiteurs ne voient « Merci » qu’une fois leur message enregistré sur le disque.',
        },
        {
          name: 'Aucun échec silencieux',
          text: 'Si la messagerie est en panne, nous réessayons, et vous voyez chaque tentative.',
        },
        {
          name: 'Vous gardez le contrôle',
          text: 'Les e-mails ne vont qu’à l’adresse indiquée, et un clic suffit pour les arrêter.',
        },
        {
          name: 'Le spam ne coûte rien',
          text: 'Ce que le piège attrape n’est ni envoyé ni compté.',
        },
      ],
    },
    limits: `Tant que personne n’en a pris possession, un formulaire accepte ${UNCLAIMED_CAP} messages au total et expire après ${IDLE_DAYS} jours sans message. Ensuite s’applique le quota mensuel de la formule.`,
    problem: {
      missing: 'Saisissez votre adresse e-mail.',
      invalid: 'Cela ne ressemble pas à une adresse e-mail. Veuillez la vérifier.',
      placeholder: 'C’est une adresse d’exemple. Saisissez la vôtre.',
      multiple: 'Veuillez saisir une seule adresse. D’autres pourront être ajoutées plus tard.',
      suppressed: 'Le propriétaire de cette adresse refuse les formulaires. Utilisez-en une autre.',
      tooMany: (wait) => `Trop de requêtes depuis votre réseau. Veuillez réessayer ${wait.later}.`,
      notStored: 'Rien ne peut être enregistré pour le moment. Veuillez réessayer un peu plus tard.',
    },
  },
  start: {
    title: 'Votre formulaire est en ligne',
    lead: (hint) => `Les messages iront à ${hint}.`,
    formUrl: 'URL du formulaire',
    snippet: 'À coller dans votre page',
    tryIt: {
      name: 'Essayez ici même',
      text: 'Envoyez-vous un premier message. Il arrive avec le lien de prise de possession.',
    },
    claim: {
      title: 'Prenez-en possession',
      list: [
        'Le premier message contient un lien que vous seul recevez.',
        'Ouvrez le lien pour en prendre possession. Aucun mot de passe à choisir.',
        `D’ici là, il accepte ${UNCLAIMED_CAP} messages et expire après ${IDLE_DAYS} jours sans message.`,
      ],
    },
    keep: 'Ajoutez cette page à vos favoris : d’ici là, nous ne pourrons pas retrouver le formulaire pour vous.',
    another: 'Créer un autre formulaire',
  },
}
