import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: { reference: 'API reference', signIn: 'Sign in', languages: 'Languages', menu: 'Read on' },
  home: {
    title: 'A working form for any page',
    lead: 'Say which mailbox its messages go to, and you get an endpoint at once. Put its address into your page, and the form works. No account, no key, no script.',
    recipient: 'Mailbox for the messages',
    create: 'Create endpoint',
    noSignUp: 'Nothing to sign up for. The first message brings a link that makes the endpoint yours.',
    otherWays: {
      title: 'Or without this page',
      shell: 'On the command line',
      agent: 'As a task for your coding agent',
    },
    steps: {
      title: 'What happens next',
      list: [
        {
          name: 'Put the address into your page',
          text: 'It becomes the `action` of your form. Plain HTML, any generator, any framework.',
        },
        {
          name: 'The first message arrives',
          text: 'By e-mail, with everything that was typed, moments after it was sent.',
        },
        {
          name: 'One click makes it yours',
          text: 'A link in that email claims the endpoint for its mailbox. From then on there is a dashboard, too.',
        },
      ],
    },
    promises: {
      title: 'What it promises',
      list: [
        {
          name: 'Stored first, answered second',
          text: 'Nobody sees “thank you” before the message is safe on disk.',
        },
        {
          name: 'Delivered, or visibly not',
          text: 'While mail is down messages wait and are tried again. None ends in silence.',
        },
        {
          name: 'One mailbox, one click',
          text: 'Emails go to that mailbox alone, and its owner can stop them for good.',
        },
        { name: 'Spam costs nothing', text: 'What the honeypot catches is neither mailed nor counted.' },
      ],
    },
    limits: `Until it is claimed, an endpoint takes ${UNCLAIMED_CAP} messages in its life and ends after ${IDLE_DAYS} quiet days. Claimed, it has the monthly quota of its plan.`,
    problem: {
      missing: 'Please type the address of a mailbox.',
      invalid: 'This is not a plain e-mail address. Please check it.',
      placeholder: 'This looks like an example. Please type the real address.',
      multiple: 'Please type one address only. More can be added after the claim.',
      suppressed: 'The owner of this mailbox wants no endpoints to be made for it. Please use another one.',
      tooMany: (wait) => `Too much was asked for from your connection. Please try again ${wait.later}.`,
      notStored: 'Nothing could be stored just now. Please try again in a little while.',
    },
  },
  start: {
    title: 'Your endpoint is live',
    lead: (hint) => `Whatever a form sends to it arrives at ${hint}.`,
    formUrl: 'Its address',
    snippet: 'For your page',
    tryIt: {
      name: 'Try it here',
      text: 'This sends the first message. It arrives together with the link that makes the endpoint yours.',
    },
    claim: {
      title: 'How it becomes yours',
      list: [
        'The first message arrives together with a link. Only the mailbox gets it.',
        'Opening the link claims the endpoint. There is no password to choose.',
        `Until then it takes ${UNCLAIMED_CAP} messages and ends after ${IDLE_DAYS} quiet days.`,
      ],
    },
    keep: 'Keep the address of this page: before the claim nobody can look the endpoint up for you.',
    another: 'Create another endpoint',
  },
}
