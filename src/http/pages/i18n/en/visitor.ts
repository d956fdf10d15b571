import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot: forms, events and queues without a backend.',
  copy: { button: 'Copy', done: 'Copied' },
  thanks: {
    title: 'Thank you',
    text: 'Your message has been sent.',
    back: (host) => `Back to \`${host}\``,
    close: 'You can close this page.',
  },
  refusal: {
    blank: {
      title: 'You haven’t filled in anything',
      text: 'Please go back, fill in the form and send it again.',
      owner: null,
    },
    empty: {
      title: 'Nothing reached us',
      text: 'This is probably a problem with the website, not with what you typed.',
      owner:
        'Every input, select and textarea needs a `name` attribute. Browsers don’t send fields without one.',
    },
    sentByGet: {
      title: 'Nothing was sent',
      text: 'This is a problem with the website, not with what you typed.',
      owner:
        'The form has no `method="post"`, so the browser put its fields into the address instead of sending them. Write `<form method="post" action="…">`.',
    },
    field: {
      title: 'Please check one of your answers',
      text: 'Correct it, or shorten it if it’s very long, and send the form again.',
      owner: null,
    },
    tooManyFields: {
      title: 'The form has too many fields',
      text: 'This is a problem with the website, not with what you typed. Your message wasn’t saved.',
      owner: `A submission can have up to ${MAX_FIELDS} fields.`,
    },
    file: {
      title: 'This form doesn’t accept files',
      text: 'Please remove the file and send the form again.',
      owner: 'File uploads aren’t supported yet. Remove `<input type="file">` from the form.',
    },
    tooLarge: {
      title: 'Your message is too long',
      text: 'Please shorten it and send the form again.',
      owner: `A submission can have up to ${MAX_BODY_BYTES / 1024} KiB in total.`,
    },
    unreadable: {
      title: 'The form could not be read',
      text: 'This is a problem with the website, not with what you typed. Your message wasn’t saved.',
      owner:
        'Send the fields as `application/x-www-form-urlencoded`, `multipart/form-data` or one JSON object.',
    },
    refused: {
      title: 'The form was not accepted',
      text: 'This is a problem with the website, not with what you typed. Your message wasn’t saved.',
      owner: null,
    },
    elsewhere: {
      title: 'Nothing was changed',
      text: 'This has to be done on a page of this service. Open that page and click the button there.',
      owner: null,
    },
    inProgress: {
      title: 'Your message is being processed',
      text: 'It was sent more than once, and we’re still working on the first one.',
      owner: null,
    },
    wait: {
      title: 'Please wait a moment',
      text: 'You’re sending too fast. Your last message wasn’t saved.',
      owner: null,
    },
    challenge: {
      title: 'Your browser’s check is missing',
      text: 'This form accepts a message only together with a small calculation that your browser makes by itself. It was missing or no longer valid, so your message wasn’t saved. Please turn on JavaScript, reload the form and send it again.',
      owner:
        'This form asks for a proof of work (`challenge: required`). Add ALTCHA’s widget or `/form.js` to its page, or set `challenge` to `score`, which accepts visitors without JavaScript.',
    },
    frozen: {
      title: 'This form has reached its limit',
      text: 'It accepts no more messages until the owner of this website confirms it. Your message wasn’t saved, so please contact them another way.',
      owner: `This endpoint has accepted the ${UNCLAIMED_CAP} submissions of an unclaimed endpoint. Follow the claim link in any email about it to continue right away.`,
    },
    monthlyQuota: {
      title: 'This form has reached its monthly limit',
      text: 'Your message wasn’t saved. If it can’t wait, please contact them another way.',
      owner: 'The monthly quota of the plan is used up. It resets on the 1st (UTC).',
    },
    expired: {
      title: 'This form is no longer active',
      text: 'Your message wasn’t saved. Please contact the owner of this website another way.',
      owner: `This endpoint wasn’t claimed and received nothing for ${IDLE_DAYS} days, so it has expired for good. Create a new endpoint and use its URL in the form.`,
    },
    retired: {
      title: 'This form has been turned off',
      text: 'Your message wasn’t saved. Please contact the owner of this website another way.',
      owner:
        'The owner has retired this endpoint for good. Create a new endpoint and use its URL in the form.',
    },
    formNotFound: {
      title: 'This form is no longer available',
      text: 'Your message wasn’t saved. Please contact them another way.',
      owner: 'Compare the `action` of the form with the URL you got when you created the endpoint.',
    },
    pageNotFound: { title: 'Page not found', text: 'Please check the address.', owner: null },
    notStored: {
      title: 'Your message couldn’t be saved',
      text: 'We can’t accept messages right now. Nothing was saved.',
      owner: null,
    },
    unsure: {
      title: 'Something went wrong on our side',
      text: 'We can’t tell whether your message was saved. It’s safe to send it again.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept: 'Go back in your browser. What you typed should still be there.',
    reload: 'Reload the form',
    field: 'Field',
    tryAgain: (wait) => `Please try again ${wait.later}.`,
    tryLater: 'Please try again later.',
    forOwner: 'For the owner of this website',
    details: 'Details',
    code: 'Code',
    request: 'Request',
  },
  formInfo: {
    title: 'This is a form endpoint',
    text: 'Forms that post to this URL are saved and emailed to their owner. There’s nothing to read here.',
    state: {
      unclaimed:
        'Active, not claimed yet. The first message comes with a link that lets the recipient claim this form.',
      claimed: 'Active and claimed by its recipient.',
      frozen: `Paused after ${UNCLAIMED_CAP} messages. It continues as soon as the recipient follows the link in the first email.`,
    },
    inPage: 'HTML form',
    onCommandLine: 'Command line',
    dryRun: 'Add `?dry_run=1` to the URL to check everything without sending anything.',
    example: {
      name: 'Name',
      email: 'Email',
      message: 'Message',
      send: 'Send',
      hello: 'Hello',
      leaveEmpty: 'Leave this empty',
    },
  },
  destination: {
    unconfirmed: {
      title: 'Do you want to receive messages from this form?',
      text: ({ mailbox, owner }) =>
        `The owner of a web form (\`${owner}\`) wants to send its messages to your address \`${mailbox}\` too.`,
      consent: 'Nothing is sent unless you confirm, and every email has a link to stop them.',
      confirm: 'Yes, send them to me',
      decline: 'No, and don’t ask again',
      declineEffect:
        '“No, and don’t ask again” removes your address from the form, and no one can make us ask you again.',
    },
    confirmed: {
      title: 'You receive messages from this form',
      text: (mailbox) =>
        `From now on, every new message goes to \`${mailbox}\`. You can stop them here at any time.`,
      stop: 'Stop these emails',
    },
    stopped: {
      title: 'Emails from this form are off',
      text: (mailbox) =>
        `New messages are no longer sent to \`${mailbox}\`. The owner of the form can see this, but can’t turn the emails back on. You can do that here at any time. An email that was already on its way may still arrive.`,
    },
    gone: {
      title: 'You don’t receive messages from this form',
      text: 'Your address was removed from the form, or the form was shut down. There’s nothing left to do. To get its messages again, ask the owner of the form to add your address. An email that was already on its way may still arrive.',
    },
    refused: {
      title: 'Done. We won’t ask again',
      text: 'Your address was removed from the form and received none of its messages. No one can make us ask you again.',
    },
  },
  signIn: {
    ask: {
      title: 'Sign in',
      text: 'Enter your email. We’ll send you a sign-in link and a code.',
      email: 'Email address',
      send: 'Email me a link',
      notAnAddress: 'That address is incomplete. Please check it.',
      tooOften: (wait) =>
        `Too many sign-in emails were requested from your network. Please try again ${wait.later}.`,
    },
    sent: {
      title: 'Check your inbox',
      text: `If there’s an account for this address, an email is on its way. Open the link in this browser or enter the code. Both expire in ${SIGN_IN_MINUTES} minutes.`,
      code: 'Code from the email',
      submit: 'Sign in',
      wrongCode: `Wrong code. Use the one from the latest email. After ${MAX_CODE_TRIES} wrong codes you need a new email.`,
      nothingCame: 'No email after a few minutes? Check your spam folder and the address.',
      again: 'Send it again',
      keptHere: 'No mail server is configured, so emails stay on this machine.',
      toEmails: 'Read them here',
    },
    link: {
      title: 'Sign in',
      text: 'Sign in on this browser?',
      button: 'Sign in',
    },
    otherBrowser: {
      title: 'Did you request this?',
      signIn:
        'This email was requested in another browser. If someone else sent you the link, stop here: you’d be signed in to their account.',
      confirm:
        'This email was requested in another browser that is signed in to your account. Continue only if that was you.',
      device: 'Requested from',
      time: 'Requested at',
      unknownDevice: 'an unknown browser',
      ifNotYou: 'If it wasn’t you, close this page. Nothing has happened.',
    },
    confirm: {
      title: 'Confirm it’s you',
      text: 'You’re about to do something that can’t be undone. Confirm that it’s you.',
      button: 'Yes, it’s me',
      doneTitle: 'Confirmed',
      doneText: 'Go back to the browser you came from and continue there.',
    },
    deadLink: {
      title: 'This link no longer works',
      text: `It was already used, is older than ${SIGN_IN_MINUTES} minutes, or wasn’t copied completely.`,
      again: 'Get a new link',
    },
    signedOut: {
      title: 'You’re signed out',
      text: 'This browser no longer has access to your account.',
      again: 'Sign in again',
    },
  },
}
