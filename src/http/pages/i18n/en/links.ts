import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { createCounter } from '../../../../domain/language.ts'
import type { LinkWords } from '../link-words.ts'

const counted = createCounter('en')

const EVENTS_ARE_SEEN = 'Events aren’t emailed: you’ll find them in the dashboard.'
const MESSAGES_ARE_SEEN =
  'Messages aren’t emailed: your programs process them, and you can see them in the dashboard.'
const CREATE_NEW = 'To continue, create a new form, endpoint or queue and use its URL instead.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: counted({ one: 'message', other: 'messages' }),
      unlimited: (plan) => `The ${plan} plan includes unlimited messages.`,
      claim: 'Claim this form',
      isYours: 'Is this your form?',
      nowBelongs: (address) => `This form now belongs\u00a0to \`${address}\``,
      belongs: (address) => `This form belongs\u00a0to \`${address}\``,
      receivedSoFar: (digits) => `Messages so far: ${digits}`,
      untilConfirmed: () => 'Until then, links in emails stay disabled.',
      receives: (address) => `A web form sends its messages to \`${address}\`.`,
      emailsBefore: 'You’ll keep getting every message by email.',
      emailsAfter: 'You’ll keep getting every message by email.',
      createdForYou: (address) => `Someone created a form with your email address \`${address}\`.`,
      retired: 'The form is shut down and stops working.',
      alreadyRetired: 'It accepts no more messages and sends no more emails. There’s nothing left to do.',
      ifStopped: 'The form keeps working and every message is saved, but none is emailed to you.',
      stopped:
        'Messages are saved but not emailed. The ones that arrive from now on won’t be emailed later either.',
      restarted: 'From now on, every message is emailed to you.',
    },
    telemetry: {
      amount: counted({ one: 'event', other: 'events' }),
      unlimited: (plan) => `The ${plan} plan includes unlimited events.`,
      claim: 'Claim this endpoint',
      isYours: 'Is this your endpoint?',
      nowBelongs: (address) => `This endpoint now belongs\u00a0to \`${address}\``,
      belongs: (address) => `This endpoint belongs\u00a0to \`${address}\``,
      receivedSoFar: (digits) => `Events so far: ${digits}`,
      untilConfirmed: (amount) => `Until you click, it accepts no more than ${amount} in total.`,
      receives: (address) => `A program sends events to an endpoint created for \`${address}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (address) =>
        `Someone created a telemetry endpoint with your email address \`${address}\`.`,
      retired: 'The endpoint is shut down and accepts no more events.',
      alreadyRetired: 'It accepts no more events and sends no more emails. There’s nothing left to do.',
      ifStopped:
        'The endpoint keeps accepting events. You just won’t get emails about it, such as quota warnings.',
      stopped: 'Events are still saved, but you won’t get emails about this endpoint.',
      restarted: 'From now on, you’ll get emails about this endpoint again.',
    },
    queue: {
      amount: counted({ one: 'message', other: 'messages' }),
      unlimited: (plan) => `The ${plan} plan includes unlimited messages.`,
      claim: 'Claim this queue',
      isYours: 'Is this your queue?',
      nowBelongs: (address) => `This queue now belongs\u00a0to \`${address}\``,
      belongs: (address) => `This queue belongs\u00a0to \`${address}\``,
      receivedSoFar: (digits) => `Messages so far: ${digits}`,
      untilConfirmed: (amount) => `Until you click, it accepts no more than ${amount} in total.`,
      receives: (address) => `A program publishes messages to a queue created for \`${address}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (address) => `Someone created a message queue with your email address \`${address}\`.`,
      retired: 'The queue is shut down and accepts no more messages.',
      alreadyRetired: 'It accepts no more messages and sends no more emails. There’s nothing left to do.',
      ifStopped:
        'The queue keeps accepting messages. You just won’t get emails about it, such as quota warnings.',
      stopped: 'Messages are still saved, but you won’t get emails about this queue.',
      restarted: 'From now on, you’ll get emails about this queue again.',
    },
  },
  claim: {
    instruction: 'Click the button to make it yours. No password needed.',
    doneTitle: 'It’s yours',
    changes: 'What changes now:',
    alreadyClaimed: 'It was claimed before, so opening the link again changes nothing. Here’s what applies:',
    capEnds: (amount) => `The limit of ${amount} in total is lifted.`,
    capEnded: (amount) => `The limit of ${amount} in total has been lifted.`,
    quota: (plan, amount) => `The ${plan} plan includes ${amount} a month.`,
    monthly: (amount, cap) => `You now get ${amount} a month instead of ${cap} in total.`,
    neverExpires: 'It no longer expires.',
    oneClickLeft:
      'One click is left: confirm that it’s yours. We ask because some mail programs open links by themselves.',
    emailsHeld: (digits) => `Emails waiting for your click: ${digits}`,
    name: 'What’s this form called?',
    open: 'Open dashboard',
    openInbox: 'Open your inbox',
    confirmInbox: 'Yes, it’s mine. Open my inbox',
    confirmOpen: 'Yes, it’s mine',
    decline: 'This wasn’t me',
  },
  decline: {
    askTitle: 'Wasn’t this you?',
    effects: `If it wasn’t you, click the button. It does three things, and you can undo them here for ${UNDO_DECLINE_HOURS} hours:`,
    deleted: `Everything that was sent to it is deleted after ${UNDO_DECLINE_HOURS} hours.`,
    suppressed:
      'Your address is blocked: nobody can create anything with it without signing in as you, and unclaimed endpoints can’t email you.',
    othersClaimed: 'These belong to you. They keep working, and you keep getting their emails:',
    othersUnclaimed: 'Nobody has claimed these. They send you no emails while your address is blocked:',
    button: 'Shut it down and block my address',
    ifYours: 'If it’s yours, close this page. Nothing has changed.',
    doneTitle: 'It’s shut down',
    done: (address) =>
      `Nobody can create anything with \`${address}\` without signing in, and unclaimed endpoints send it no more emails.`,
    undoUntil: (time) =>
      `You can undo this here until ${time}. After that, everything that was sent to it is deleted for good.`,
    undo: 'Undo',
    nothingElse: 'There’s nothing left to do. An email that was already on its way may still arrive.',
    restoredTitle: 'Undone',
    restored: 'It works as before, and nothing was deleted. Your address is no longer blocked because of it.',
    alreadyTitle: 'Already shut down',
    final: `It was shut down more than ${UNDO_DECLINE_HOURS} hours ago, so this can no longer be undone. Everything that was sent to it is deleted.`,
    tooLateTitle: 'This link can no longer shut it down',
    tooLate: `It was claimed more than ${DECLINE_DAYS_AFTER_CLAIM} days ago, so an old email can’t delete it.`,
    tooLateAdvice:
      'To stop its emails, use “Unsubscribe” in your mail program or its settings in the dashboard.',
  },
  emails: {
    askTitle: 'Stop these emails?',
    canRestart: 'You can turn the emails back on here at any time.',
    stop: 'Stop these emails',
    stoppedTitle: 'Emails are off',
    start: 'Turn emails back on',
    startedTitle: 'Emails are back on',
  },
  digest: {
    askTitle: 'Stop the weekly spam email?',
    stoppedTitle: 'The weekly spam email is off',
    startedTitle: 'The weekly spam email is back on',
    ifStopped: 'You’ll no longer get the weekly email about your spam folder. All other emails keep coming.',
    stopped:
      'You no longer get the weekly email about your spam folder. Look there yourself from time to time.',
    restarted:
      'You’ll get an email again when there’s something in your spam folder that you haven’t seen, at most once a week.',
  },
  deadLinks: {
    unknown: {
      title: 'This link doesn’t work',
      why: 'The link is incomplete or wrong. Your mail program may have cut it off.',
      what: 'Copy the complete link from the email into the address bar of your browser.',
    },
    expired: {
      title: 'Expired',
      why: `It wasn’t claimed and received nothing for ${IDLE_DAYS} days. This can’t be undone.`,
      what: CREATE_NEW,
    },
    retired: {
      title: 'Shut down',
      why: `It accepts nothing and sends no more emails. If “This wasn’t me” shut it down, you can undo that with the same link for ${UNDO_DECLINE_HOURS} hours.`,
      what: CREATE_NEW,
    },
  },
}
