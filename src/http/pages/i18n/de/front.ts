import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: { reference: 'API-Referenz', signIn: 'Anmelden', languages: 'Sprachen', menu: 'Weiterlesen' },
  home: {
    title: 'Ein Formular, das auf jeder Seite funktioniert',
    lead: 'Nennen Sie das Postfach, in dem die Nachrichten ankommen sollen, und Sie haben sofort einen Endpunkt. Dessen Adresse kommt in Ihre Seite, und das Formular funktioniert. Ohne Konto, ohne Schlüssel, ohne Skript.',
    recipient: 'Postfach für die Nachrichten',
    create: 'Endpunkt anlegen',
    noSignUp:
      'Keine Registrierung. Mit der ersten Nachricht kommt ein Link, über den Sie den Endpunkt übernehmen.',
    otherWays: {
      title: 'Oder ohne diese Seite',
      shell: 'Auf der Kommandozeile',
      agent: 'Als Auftrag an Ihren Coding-Agenten',
    },
    steps: {
      title: 'So geht es weiter',
      list: [
        {
          name: 'Adresse in die Seite setzen',
          text: 'Sie wird zur `action` Ihres Formulars: in reinem HTML, mit jedem Generator, jedem Framework.',
        },
        {
          name: 'Die erste Nachricht kommt an',
          text: 'Per E-Mail, mit allem, was eingetippt wurde, Augenblicke nach dem Absenden.',
        },
        {
          name: 'Ein Klick, und er gehört Ihnen',
          text: 'Über einen Link in diesem Brief wird der Endpunkt für das Postfach übernommen. Von da an gibt es auch eine Übersicht.',
        },
      ],
    },
    promises: {
      title: 'Was versprochen wird',
      list: [
        {
          name: 'Erst gespeichert, dann geantwortet',
          text: 'Niemand liest „Danke“, bevor die Nachricht sicher auf der Platte steht.',
        },
        {
          name: 'Zugestellt, oder sichtbar nicht',
          text: 'Fällt die Post aus, warten Nachrichten und werden erneut gesendet. Keine verschwindet still.',
        },
        {
          name: 'Ein Postfach, ein Klick',
          text: 'Briefe gehen nur an dieses Postfach, und wer es besitzt, kann sie für immer abstellen.',
        },
        {
          name: 'Spam kostet nichts',
          text: 'Was der Honeypot fängt, wird weder verschickt noch gezählt.',
        },
      ],
    },
    limits: `Bis er übernommen ist, nimmt ein Endpunkt insgesamt ${UNCLAIMED_CAP} Nachrichten an und endet nach ${IDLE_DAYS} stillen Tagen. Danach gilt das monatliche Kontingent des Tarifs.`,
    problem: {
      missing: 'Bitte geben Sie die Adresse eines Postfachs ein.',
      invalid: 'Das ist keine einfache E-Mail-Adresse. Bitte prüfen Sie sie.',
      placeholder: 'Das sieht nach einem Beispiel aus. Bitte geben Sie die echte Adresse ein.',
      multiple: 'Bitte geben Sie nur eine Adresse ein. Weitere kommen nach der Übernahme dazu.',
      suppressed:
        'Wer dieses Postfach besitzt, möchte keine Endpunkte dafür. Bitte verwenden Sie ein anderes.',
      tooMany: (wait) =>
        `Von Ihrem Anschluss kamen zu viele Anfragen. Bitte versuchen Sie es ${wait.later} noch einmal.`,
      notStored: 'Im Moment kann nichts gespeichert werden. Bitte versuchen Sie es in Kürze noch einmal.',
    },
  },
  start: {
    title: 'Ihr Endpunkt ist bereit',
    lead: (hint) => `Was ein Formular an ihn sendet, kommt bei ${hint} an.`,
    formUrl: 'Seine Adresse',
    snippet: 'Für Ihre Seite',
    tryIt: {
      name: 'Gleich hier ausprobieren',
      text: 'Das sendet die erste Nachricht. Mit ihr kommt der Link, über den Sie den Endpunkt übernehmen.',
    },
    claim: {
      title: 'Wie er Ihnen gehört',
      list: [
        'Mit der ersten Nachricht kommt ein Link. Nur dieses Postfach bekommt ihn.',
        'Wer den Link öffnet, übernimmt den Endpunkt. Ein Passwort gibt es nicht.',
        `Bis dahin nimmt er ${UNCLAIMED_CAP} Nachrichten an und endet nach ${IDLE_DAYS} stillen Tagen.`,
      ],
    },
    keep: 'Merken Sie sich die Adresse dieser Seite: Vor der Übernahme kann niemand den Endpunkt für Sie nachschlagen.',
    another: 'Noch einen Endpunkt anlegen',
  },
}
