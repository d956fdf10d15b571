import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FrontWords } from '../front-words.ts'

export const front: FrontWords = {
  nav: {
    docs: 'Documentation',
    signIn: 'Sign in',
    dashboard: 'Dashboard',
    languages: 'Languages',
    menu: 'Main',
  },
  home: {
    title: 'A working form for any page',
    lead: 'Enter your email, get a form URL, and paste it into your page. Messages land in your inbox. No account, no API key, no JavaScript.',
    recipient: 'Send messages to',
    create: 'Create my form',
    noSignUp: 'No sign-up. Your first message comes with a link to claim the form.',
    picture: {
      label: 'The inbox of a form, and the email with its newest message',
      inbox: 'Inbox',
      subject: 'New message from studio-nord.de',
      messages: [
        'Do you have time for a new website in January?',
        'Thank you, the shelves fit perfectly!',
        'Could you send me your price list?',
      ],
    },
    kinds: {
      title: 'Forms, events and queues',
      list: [
        {
          name: 'Forms',
          text: 'Every message is saved, emailed to you, and waiting in your inbox with search, export and an API.',
        },
        {
          name: 'Telemetry',
          text: 'Count events from your sites and apps, and watch them arrive. No cookies, no IP addresses.',
        },
        {
          name: 'Queues',
          text: 'Hand work from one program to another, with leases, retries, delays and dead letters.',
        },
      ],
    },
    selfHosting: {
      name: 'Run it yourself',
      text: 'One process and one database: SQLite, or PostgreSQL for several nodes. With Node 20 or newer, run this in the folder of the source code:',
    },
    otherWays: {
      title: 'Or from your terminal or coding agent',
      shell: 'Command line',
      agent: 'Prompt for your coding agent',
    },
    steps: {
      title: 'How it works',
      list: [
        {
          name: 'Paste the URL into your page',
          text: 'It goes into the `action` of your form. Works with plain HTML, any site generator and any framework.',
        },
        {
          name: 'Get your first message',
          text: 'Seconds after someone sends the form, every field is in your inbox.',
        },
        {
          name: 'Claim it with one click',
          text: 'Click the link in that email to claim the form and open its dashboard.',
        },
      ],
    },
    promises: {
      title: 'What you can rely on',
      list: [
        {
          name: 'Saved before we say thanks',
          text: 'Visitors see “Thank you” only once their message is safely on disk.',
        },
        {
          name: 'No silent failures',
          text: 'If email is down, we keep retrying, and you can see every attempt.',
        },
        {
          name: 'You’re in control',
          text: 'Emails go only to the address you gave, and one click stops them.',
        },
        { name: 'Spam is free', text: 'What we recognize as spam isn’t emailed and doesn’t count.' },
      ],
    },
    limits: `Unclaimed forms accept ${UNCLAIMED_CAP} messages and expire after ${IDLE_DAYS} days without one. Claim your form, and the monthly quota of your plan applies instead.`,
    problem: {
      missing: 'Enter your email address.',
      invalid: 'That doesn’t look like an email address. Please check it.',
      placeholder: 'That’s an example address. Enter your real one.',
      multiple: 'Enter one address. You can add more after claiming the form.',
      suppressed: 'This address has opted out. Use another one.',
      tooSoon:
        'A form was created here a moment ago. Press the button once more to create one for this address.',
      tooMany: (wait) => `Too many requests from your network. Please try again ${wait.later}.`,
      notStored: 'We couldn’t save that. Please try again in a minute.',
      noSpace: 'We can’t save anything right now: the server is out of space. Please tell its operator.',
      proofNeeded:
        'Many forms are being created right now, so your browser has to do some work first. That takes a few seconds, and needs JavaScript and https.',
    },
  },
  start: {
    title: 'Your form is live',
    lead: (hint) => `Messages will go to ${hint}.`,
    formUrl: 'Form URL',
    snippet: 'Paste this into your page',
    withScript: 'Optional: add this line to send the form without leaving the page',
    arrivals: {
      waiting: {
        name: 'Waiting for your first message',
        text: 'Send the form on your page. This turns green when a message arrives.',
      },
      arrived: { name: 'Your form works', text: 'A message has arrived and is saved.' },
      refused: {
        name: 'A message arrived, but couldn’t be accepted',
        text: 'Nothing has been saved so far.',
      },
      from: (site) => `The first message came from ${site} and is saved.`,
      emailed: (hint) => `We emailed your claim link to ${hint}.`,
      held: (hint) =>
        `Your claim email to ${hint} has to wait, because we limit such emails. It comes within 24 hours.`,
      signIn: 'Already own a form? Sign in to claim this one now.',
      fields: (names) => `Fields: ${names}`,
      notes: 'To improve on your page',
      expected: (field) => `No message has had the expected field ${field}.`,
      withoutName: 'A message came without any data. Give every input a name, such as `name="email"`.',
      byGet: 'The form was sent by GET, which saves nothing. Add `method="post"` to it.',
      wrongOrigin: 'A site that isn’t allowed sent a message. Check the allowed sites in the settings.',
      files: 'A file was sent. Files aren’t accepted, so remove the file input.',
      withoutEmail: 'There is no email field, so you can’t reply. Add `<input type="email" name="email">`.',
      withoutHoneypot:
        'There is no honeypot. Copy the hidden field `_gotcha` from the code above to keep bots out.',
      hiddenPage:
        'Your page hides its address, so visitors can’t be sent back to it. Remove `Referrer-Policy: no-referrer`.',
    },
    tryIt: {
      name: 'Try it here',
      text: 'Send yourself a first message. It comes with your claim link.',
      again: 'Send another test message',
    },
    claim: {
      title: 'Make it yours',
      arrived: 'The email about your first message carries your claim link. Only you receive it.',
      steps: [
        'Your first message includes a claim link that only you receive.',
        'Open the link to claim the form. There is no password to choose.',
      ],
      limits: `Until then it accepts ${UNCLAIMED_CAP} messages and expires after ${IDLE_DAYS} days without one.`,
    },
    keep: 'Bookmark this page. Until you claim the form, you can find it only here or, if you have an account with this email address, in the dashboard.',
    didYouMean: (address) => `Did you mean ${address}?`,
    startOver: 'Wrong address? Start over',
    another: 'Create another form',
  },
}
