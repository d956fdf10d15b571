import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    reference: 'Référence de l’API',
    signIn: 'Se connecter',
    languages: 'Langues',
    menu: 'En savoir plus',
  },
  home: {
    title: 'Un formulaire qui marche, sur n’importe quelle page',
    lead: 'Dites dans quelle boîte doivent arriver les messages, et vous obtenez aussitôt une adresse de formulaire. Mettez-la dans votre page, et le formulaire fonctionne. Sans compte, sans clé, sans script.',
    recipient: 'Boîte qui reçoit les messages',
    create: 'Créer l’adresse',
    noSignUp:
      'Aucune inscription. Le premier message apporte un lien qui vous permet d’en prendre possession.',
    otherWays: {
      title: 'Ou sans passer par cette page',
      shell: 'En ligne de commande',
      agent: 'Comme consigne pour votre agent de code',
    },
    steps: {
      title: 'Et ensuite',
      list: [
        {
          name: 'Mettez l’adresse dans votre page',
          text: 'Elle devient l’`action` de votre formulaire : HTML simple, n’importe quel générateur ou framework.',
        },
        {
          name: 'Le premier message arrive',
          text: 'Par e-mail, avec tout ce qui a été saisi, quelques instants après l’envoi.',
        },
        {
          name: 'Un clic, et elle est à vous',
          text: 'Un lien dans cet e-mail rattache l’adresse à la boîte. Vous disposez alors aussi d’un tableau de bord.',
        },
      ],
    },
    promises: {
      title: 'Ce qui est promis',
      list: [
        {
          name: 'Enregistré d’abord, confirmé ensuite',
          text: 'Personne ne lit « merci » avant que le message soit en sûreté sur le disque.',
        },
        {
          name: 'Remis, ou visiblement pas',
          text: 'Si la messagerie est en panne, les messages attendent et repartent. Aucun ne disparaît en silence.',
        },
        {
          name: 'Une boîte, un clic',
          text: 'Les e-mails ne vont qu’à cette boîte, et son propriétaire peut les arrêter pour de bon.',
        },
        {
          name: 'Le spam ne coûte rien',
          text: 'Ce que le piège attrape n’est ni envoyé ni compté.',
        },
      ],
    },
    limits: `Tant que personne n’en a pris possession, une adresse accepte ${UNCLAIMED_CAP} messages en tout et expire après ${IDLE_DAYS} jours sans message. Ensuite s’applique le quota mensuel de la formule.`,
    problem: {
      missing: 'Veuillez saisir l’adresse d’une boîte.',
      invalid: 'Ce n’est pas une simple adresse e-mail. Veuillez la vérifier.',
      placeholder: 'Cela ressemble à un exemple. Veuillez saisir la vraie adresse.',
      multiple: 'Veuillez saisir une seule adresse. D’autres pourront être ajoutées plus tard.',
      suppressed:
        'Le propriétaire de cette boîte ne veut pas de formulaires pour elle. Veuillez en choisir une autre.',
      tooMany: (wait) => `Trop de demandes sont venues de votre connexion. Veuillez réessayer ${wait.later}.`,
      notStored: 'Rien ne peut être enregistré pour le moment. Veuillez réessayer un peu plus tard.',
    },
  },
  start: {
    title: 'Votre adresse de formulaire est prête',
    lead: (hint) => `Tout ce qu’un formulaire y envoie arrive chez ${hint}.`,
    formUrl: 'L’adresse',
    snippet: 'Pour votre page',
    tryIt: {
      name: 'Essayez ici même',
      text: 'Ceci envoie le premier message. Il arrive avec le lien qui vous permet de prendre possession de l’adresse.',
    },
    claim: {
      title: 'Comment elle devient la vôtre',
      list: [
        'Le premier message arrive avec un lien. Seule cette boîte le reçoit.',
        'Ouvrir le lien suffit pour en prendre possession. Il n’y a pas de mot de passe à choisir.',
        `D’ici là, elle accepte ${UNCLAIMED_CAP} messages et expire après ${IDLE_DAYS} jours sans message.`,
      ],
    },
    keep: 'Gardez l’adresse de cette page : d’ici là, personne ne pourra la retrouver pour vous.',
    another: 'Créer une autre adresse',
  },
}
