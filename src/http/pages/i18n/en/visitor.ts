import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../../../domain/submissions/fields.ts'
import type { VisitorWords } from '../visitor-words.ts'

export const visitor: VisitorWords = {
  footer: 'Formslot delivers the messages of web forms by e-mail.',
  thanks: {
    title: 'Thank you',
    text: 'Your message has arrived safely and is being passed on.',
    back: 'Back to the page',
    close: 'You can close this page now.',
  },
  refusal: {
    empty: {
      title: 'The form arrived empty',
      text: 'None of your entries reached us, so there was nothing to pass on.',
      owner:
        'Every input, select and textarea needs a `name` attribute: browsers do not send fields without one.',
    },
    field: {
      title: 'One entry cannot be accepted',
      text: 'Please check this entry, shorten it if it is very long, and send the form again.',
      owner: null,
    },
    tooManyFields: {
      title: 'The form has too many fields',
      text: 'It sends more fields than can be accepted. Your message was not stored.',
      owner: `A submission may have up to ${MAX_FIELDS} fields.`,
    },
    file: {
      title: 'Files cannot be sent with this form',
      text: 'Please remove the file and send the form again without it.',
      owner: 'This endpoint takes text fields only: remove `<input type="file">` from the form.',
    },
    tooLarge: {
      title: 'The message is too large',
      text: 'Please shorten it and send the form again.',
      owner: `A submission may have up to ${MAX_BODY_BYTES / 1024} KiB in all.`,
    },
    unreadable: {
      title: 'The form could not be read',
      text: 'The cause lies in the way this website sends the form, not in what you typed. Your message was not stored.',
      owner:
        'Send the fields as `application/x-www-form-urlencoded`, `multipart/form-data` or one JSON object.',
    },
    refused: {
      title: 'The form was not accepted',
      text: 'The cause lies in the way this website sends the form, not in what you typed. Your message was not stored.',
      owner: null,
    },
    elsewhere: {
      title: 'Nothing has been changed',
      text: 'The button must be pressed on a page of this service. Open that page itself, and press it there.',
      owner: null,
    },
    inProgress: {
      title: 'Your message is being processed',
      text: 'It was sent more than once, and the first one has not been answered yet.',
      owner: null,
    },
    wait: {
      title: 'One moment, please',
      text: 'Too much was sent from your connection in a short time. Your last message was not stored.',
      owner: null,
    },
    frozen: {
      title: 'This form has reached its limit',
      text: 'It takes no more messages until the owner of this website confirms it. Your message was not stored: please get in touch in another way.',
      owner: `This endpoint has taken its ${UNCLAIMED_CAP} submissions. Follow the claim link in any email about it, and it goes on at once.`,
    },
    monthlyQuota: {
      title: 'This form has reached its limit for this month',
      text: 'Your message was not stored. If it cannot wait, please get in touch in another way.',
      owner: 'The monthly quota of the plan is used up. It starts anew on the first of the month, UTC.',
    },
    expired: {
      title: 'This form is no longer active',
      text: 'Your message was not stored. Please get in touch with the owner of this website in another way.',
      owner: `Nobody claimed this endpoint and no submission came for ${IDLE_DAYS} days, so it has expired for good. Create a new endpoint and put its address into the form.`,
    },
    retired: {
      title: 'This form has been switched off',
      text: 'Your message was not stored. Please get in touch with the owner of this website in another way.',
      owner:
        'The recipient has retired this endpoint for good. Create a new endpoint and put its address into the form.',
    },
    formNotFound: {
      title: 'This form does not exist',
      text: 'The form points to an address that is not in use. Your message was not stored.',
      owner:
        'Compare the `action` of the form with the address you were given when you created the endpoint.',
    },
    pageNotFound: { title: 'This page does not exist', text: 'Please check the address.', owner: null },
    notStored: {
      title: 'Your message could not be stored',
      text: 'The service cannot take it right now. Nothing was stored.',
      owner: null,
    },
    unsure: {
      title: 'Something went wrong on our side',
      text: 'We cannot say for certain that your message was stored. Sending it again does no harm.',
      owner: null,
    },
  },
  refusalPage: {
    inputKept:
      'What you typed is not lost: your browser’s Back button takes you to the form, and it should still be there.',
    reload: 'Open the page afresh',
    field: 'Field',
    tryAgain: (wait) => `Please try again ${wait.later}.`,
    tryLater: 'Please try again a little later.',
    forOwner: 'For the owner of this website',
    details: 'Details',
    code: 'Code',
    request: 'Request',
  },
  formInfo: {
    title: 'This address receives forms',
    text: 'What a form sends here is stored and passed on to one mailbox. There is nothing to read at this address.',
    state: {
      unclaimed:
        'Active. The first message arrives together with a link by which the recipient claims this endpoint.',
      claimed: 'Active and claimed by its recipient.',
      frozen: `Paused after ${UNCLAIMED_CAP} messages. It goes on as soon as the recipient follows the link in the first email.`,
    },
    inPage: 'In a web page',
    onCommandLine: 'On the command line',
    dryRun: 'With `?dry_run=1` at the end of the address everything is checked and nothing is sent.',
    example: {
      email: 'E-mail',
      message: 'Message',
      send: 'Send',
      hello: 'Hello',
      leaveEmpty: 'Leave this empty',
    },
  },
  destination: {
    asked: {
      title: 'Shall this mailbox get the messages of a form?',
      text: ({ mailbox, owner }) =>
        `The owner of a web form (\`${owner}\`) wants its messages to go to your mailbox \`${mailbox}\` as well.`,
      consent: 'Nothing is sent before you confirm it, and every message carries a link that ends it.',
      confirm: 'Confirm this mailbox',
      decline: 'I did not ask for this',
      declineEffect:
        'The second button takes the mailbox away from the form, and nobody can have it asked again.',
    },
    confirmed: {
      title: 'This mailbox gets the messages of the form',
      text: (mailbox) =>
        `From now on every new message of the form goes to \`${mailbox}\`. You can end that here whenever you like.`,
      stop: 'Stop these messages',
    },
    gone: {
      title: 'This mailbox does not get the messages of the form',
      text: 'It was taken away from the form, or the form has been retired. There is nothing else to do. A message that was already on its way may still arrive.',
    },
    refused: {
      title: 'Done. We will not ask again',
      text: 'The mailbox was taken away from the form and got none of its messages. Nobody can have us ask it again.',
    },
  },
  signIn: {
    ask: {
      title: 'Sign in',
      text: 'Type the e-mail address that your endpoints were created for. You get an email with a link and a code: there is no password.',
      email: 'E-mail address',
      send: 'Send me the email',
      notAnAddress: 'This is not a whole e-mail address. Please check it.',
      tooOften: (wait) =>
        `Too many emails were asked for from your connection. Please try again ${wait.later}.`,
    },
    sent: {
      title: 'Check your mailbox',
      text: `If an endpoint belongs to this address, an email is on its way. Open its link in this browser, or type its code here. Both work for ${SIGN_IN_MINUTES} minutes.`,
      code: 'Code from the email',
      submit: 'Sign in',
      wrongCode: `This code does not work. Type the one from the newest email; after ${MAX_CODE_TRIES} wrong ones a new email is needed.`,
      nothingCame: 'Nothing there after a few minutes? Look into the spam folder, and check the address.',
      again: 'Ask for another email',
      keptHere: 'This instance sends no mail: its emails stay on this machine.',
      toEmails: 'Read them here',
    },
    link: {
      title: 'Sign in',
      text: 'One click, and this browser is signed in.',
      button: 'Sign in',
    },
    otherBrowser: {
      title: 'Was it you who asked?',
      signIn:
        'The email was asked for in another browser. If somebody else sent you this link, do not go on: you would be signed in to their account.',
      confirm:
        'The email was asked for in another browser that is signed in as you. Go on only if you are the one who sits before it.',
      device: 'Asked from',
      time: 'Asked at',
      unknownDevice: 'an unknown browser',
      ifNotYou: 'If it was not you, close this page. Nothing has happened.',
    },
    confirm: {
      title: 'Is it you?',
      text: 'Something that cannot be undone is about to be done with this account. One click confirms that it is you.',
      button: 'It is me',
      doneTitle: 'Confirmed',
      doneText: 'Go back to the browser that you asked in, and carry on there.',
    },
    deadLink: {
      title: 'This link no longer works',
      text: `It was used before, it is older than ${SIGN_IN_MINUTES} minutes, or it was not copied whole.`,
      again: 'Ask for a new email',
    },
    signedOut: {
      title: 'You are signed out',
      text: 'This browser no longer has access to the account.',
      again: 'Sign in again',
    },
  },
}
