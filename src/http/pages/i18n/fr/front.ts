import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    docs: 'Documentation',
    signIn: 'Se connecter',
    dashboard: 'Tableau de bord',
    languages: 'Langues',
    menu: 'Navigation',
  },
  home: {
    title: 'Un formulaire qui fonctionne sur n’importe quelle page',
    lead: 'Saisissez votre e-mail, obtenez une URL de formulaire et collez-la dans votre page. Les messages arrivent dans votre boîte de réception. Sans compte, sans clé d’API, sans JavaScript.',
    recipient: 'Envoyer les messages à',
    create: 'Créer mon formulaire',
    noSignUp: 'Aucune inscription. Le premier message contient un lien pour revendiquer le formulaire.',
    picture: {
      label: 'La boîte de réception d’un formulaire et l’e-mail avec son dernier message',
      inbox: 'Boîte de réception',
      subject: 'Nouveau message de studio-nord.de',
      messages: [
        'Auriez-vous le temps de refaire un site en janvier ?',
        'Merci, les étagères sont parfaites !',
        'Pourriez-vous m’envoyer vos tarifs ?',
      ],
    },
    kinds: {
      title: 'Formulaires, événements et files d’attente',
      list: [
        {
          name: 'Formulaires',
          text: 'Chaque message est enregistré, envoyé par e-mail et classé dans votre boîte de réception, avec recherche, export et API.',
        },
        {
          name: 'Télémétrie',
          text: 'Comptez les événements de vos sites et applications et suivez-les en direct. Sans cookies ni adresses IP.',
        },
        {
          name: 'Files d’attente',
          text: 'Transmettez des tâches d’un programme à un autre, avec baux, nouvelles tentatives, délais et dead letters.',
        },
      ],
    },
    selfHosting: {
      name: 'Hébergez-le vous-même',
      text: 'Un processus et une base de données : SQLite, ou PostgreSQL pour plusieurs nœuds. Avec Node 20 ou plus récent, exécutez ceci dans le dossier du code source :',
    },
    otherWays: {
      title: 'Ou depuis votre terminal ou votre agent de code',
      shell: 'Ligne de commande',
      agent: 'Prompt pour votre agent de code',
    },
    steps: {
      title: 'Comment ça marche',
      list: [
        {
          name: 'Collez l’URL dans votre page',
          text: 'Placez-la dans l’attribut `action` de votre formulaire. Compatible avec le HTML simple, tous les générateurs de sites et tous les frameworks.',
        },
        {
          name: 'Recevez votre premier message',
          text: 'Quelques secondes après l’envoi du formulaire, tous les champs sont dans votre boîte de réception.',
        },
        {
          name: 'Revendiquez-le en un clic',
          text: 'Cliquez sur le lien de cet e-mail pour revendiquer le formulaire et ouvrir son tableau de bord.',
        },
      ],
    },
    promises: {
      title: 'Ce sur quoi vous pouvez compter',
      list: [
        {
          name: 'Enregistré avant d’être confirmé',
          text: 'Les visiteurs ne voient « Merci » qu’une fois leur message enregistré sur le disque.',
        },
        {
          name: 'Aucun échec silencieux',
          text: 'Si l’e-mail est en panne, nous réessayons, et vous voyez chaque tentative.',
        },
        {
          name: 'Vous gardez le contrôle',
          text: 'Les e-mails ne vont qu’à l’adresse indiquée, et un clic suffit pour les arrêter.',
        },
        {
          name: 'Le spam ne coûte rien',
          text: 'Ce que nous reconnaissons comme spam n’est ni envoyé ni compté.',
        },
      ],
    },
    limits: `Tant qu’il n’est pas revendiqué, un formulaire accepte ${UNCLAIMED_CAP} messages et expire après ${IDLE_DAYS} jours sans message. Ensuite, c’est le quota mensuel de votre offre qui s’applique.`,
    problem: {
      missing: 'Saisissez votre adresse e-mail.',
      invalid: 'Cela ne ressemble pas à une adresse e-mail. Veuillez la vérifier.',
      placeholder: 'C’est une adresse d’exemple. Saisissez la vôtre.',
      multiple:
        'Saisissez une seule adresse. Vous pourrez en ajouter d’autres après avoir revendiqué le formulaire.',
      suppressed: 'Cette adresse refuse les formulaires. Utilisez-en une autre.',
      tooSoon:
        'Un formulaire vient d’être créé ici. Appuyez encore une fois sur le bouton pour en créer un avec cette adresse.',
      tooMany: (wait) => `Trop de requêtes depuis votre réseau. Veuillez réessayer ${wait.later}.`,
      notStored: 'Nous n’avons pas pu l’enregistrer. Veuillez réessayer dans une minute.',
      noSpace:
        'Rien ne peut être enregistré pour le moment : le serveur n’a plus d’espace. Veuillez prévenir son exploitant.',
      proofNeeded:
        'De très nombreux formulaires sont créés en ce moment : votre navigateur doit d’abord effectuer un calcul. Cela prend quelques secondes et nécessite JavaScript et https.',
    },
  },
  start: {
    title: 'Votre formulaire est en ligne',
    lead: (hint) => `Les messages seront envoyés à ${hint}.`,
    formUrl: 'URL du formulaire',
    snippet: 'À coller dans votre page',
    withScript: 'Facultatif\u202f: ajoutez cette ligne pour envoyer le formulaire sans quitter la page',
    arrivals: {
      waiting: {
        name: 'En attente de votre premier message',
        text: 'Envoyez le formulaire de votre page. Ceci passera au vert dès qu’un message arrivera.',
      },
      arrived: { name: 'Votre formulaire fonctionne', text: 'Un message est arrivé et il est enregistré.' },
      refused: {
        name: 'Un message est arrivé, mais n’a pas pu être accepté',
        text: 'Rien n’est encore enregistré.',
      },
      from: (site) => `Le premier message est venu de ${site} et il est enregistré.`,
      emailed: (hint) => `Nous avons envoyé votre lien de revendication à ${hint}.`,
      held: (hint) =>
        `L’e-mail avec votre lien de revendication pour ${hint} doit attendre, car nous limitons ces e-mails. Il arrivera dans les 24 heures.`,
      signIn: 'Vous avez déjà un formulaire ? Connectez-vous pour revendiquer celui-ci maintenant.',
      fields: (names) => `Champs : ${names}`,
      notes: 'À améliorer sur votre page',
      expected: (field) => `Aucun message ne contenait le champ attendu ${field}.`,
      withoutName:
        'Un message est arrivé sans données. Donnez un nom à chaque champ, par exemple `name="email"`.',
      byGet: 'Le formulaire a été envoyé par GET, ce qui n’enregistre rien. Ajoutez `method="post"`.',
      wrongOrigin:
        'Un site non autorisé a envoyé un message. Vérifiez les sites autorisés dans les paramètres.',
      files: 'Un fichier a été envoyé. Les fichiers ne sont pas acceptés : retirez le champ de fichier.',
      withoutEmail:
        'Il n’y a pas de champ e-mail, vous ne pourrez donc pas répondre. Ajoutez `<input type="email" name="email">`.',
      withoutHoneypot:
        'Il n’y a pas de honeypot. Copiez le champ caché `_gotcha` du code ci-dessus pour écarter les robots.',
      hiddenPage:
        'Votre page cache son adresse : impossible d’y revenir après l’envoi. Retirez `Referrer-Policy: no-referrer`.',
    },
    tryIt: {
      name: 'Essayez ici',
      text: 'Envoyez-vous un premier message. Il contient votre lien de revendication.',
      again: 'Envoyer un autre message de test',
    },
    claim: {
      title: 'Devenez-en propriétaire',
      arrived:
        'L’e-mail de votre premier message contient votre lien de revendication. Vous seul le recevez.',
      steps: [
        'Votre premier message contient un lien de revendication que vous seul recevez.',
        'Ouvrez le lien pour revendiquer le formulaire. Aucun mot de passe à choisir.',
      ],
      limits: `D’ici là, il accepte ${UNCLAIMED_CAP} messages et expire après ${IDLE_DAYS} jours sans message.`,
    },
    keep: 'Ajoutez cette page à vos favoris. Tant que vous n’avez pas revendiqué le formulaire, vous ne le retrouverez qu’ici ou, si vous avez un compte avec cette adresse e-mail, dans le tableau de bord.',
    didYouMean: (address) => `Vouliez-vous dire ${address} ?`,
    startOver: 'Mauvaise adresse ? Recommencer',
    another: 'Créer un autre formulaire',
  },
}
