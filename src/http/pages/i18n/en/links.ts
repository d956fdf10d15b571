import { DECLINE_DAYS_AFTER_CLAIM } from '../../../../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { LinkWords } from '../link-words.ts'

const EVENTS_ARE_SEEN = 'Its events are not mailed: you see them in the dashboard.'
const MESSAGES_ARE_SEEN =
  'Its messages are not mailed: programs work them off, and you see them in the dashboard.'
const AFRESH = 'To go on, create a new endpoint and use its address instead.'

export const links: LinkWords = {
  kinds: {
    form: {
      amount: (digits) => `${digits} submissions`,
      unlimited: (plan) => `The ${plan} plan takes any number of submissions.`,
      receives: (mailbox) => `A web form sends its submissions to \`${mailbox}\`.`,
      emailsBefore: 'Emails keep coming as they do now.',
      emailsAfter: 'Emails keep coming: every submission arrives in your mailbox.',
      createdForYou: (mailbox) =>
        `Somebody created a form endpoint with your mailbox \`${mailbox}\` as its recipient.`,
      retired: 'The endpoint is retired: its form stops working.',
      alreadyRetired: 'It takes no more submissions and sends no more emails. There is nothing else to do.',
      ifStopped:
        'Its form goes on working and every submission is stored, but none is mailed to you any more.',
      stopped:
        'Submissions are stored, but not mailed. Those that come in now will not be mailed later either.',
      restarted: 'From now on every submission is mailed to you.',
    },
    telemetry: {
      amount: (digits) => `${digits} events`,
      unlimited: (plan) => `The ${plan} plan takes any number of events.`,
      receives: (mailbox) => `A program sends events to an endpoint made for \`${mailbox}\`.`,
      emailsBefore: EVENTS_ARE_SEEN,
      emailsAfter: EVENTS_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Somebody created a telemetry endpoint with your mailbox \`${mailbox}\` as its recipient.`,
      retired: 'The endpoint is retired: no program can send events to it any more.',
      alreadyRetired: 'It takes no more events and sends no more emails. There is nothing else to do.',
      ifStopped:
        'It goes on taking events; emails about it, such as that a quota is nearly used up, do not come any more.',
      stopped: 'Events are stored as before, and you get no emails about this endpoint.',
      restarted: 'From now on you get the emails about this endpoint again.',
    },
    queue: {
      amount: (digits) => `${digits} messages`,
      unlimited: (plan) => `The ${plan} plan takes any number of messages.`,
      receives: (mailbox) => `A program puts messages into a queue made for \`${mailbox}\`.`,
      emailsBefore: MESSAGES_ARE_SEEN,
      emailsAfter: MESSAGES_ARE_SEEN,
      createdForYou: (mailbox) =>
        `Somebody created a message queue with your mailbox \`${mailbox}\` as its recipient.`,
      retired: 'The queue is retired: no program can put messages into it any more.',
      alreadyRetired: 'It takes no more messages and sends no more emails. There is nothing else to do.',
      ifStopped:
        'It goes on taking messages; emails about it, such as that a quota is nearly used up, do not come any more.',
      stopped: 'Messages are stored as before, and you get no emails about this queue.',
      restarted: 'From now on you get the emails about this queue again.',
    },
  },
  claim: {
    title: 'Claim this endpoint',
    instruction: 'Press the button to make its endpoint yours.',
    doneTitle: 'This endpoint is claimed',
    nowBelongs: (mailbox) => `This endpoint now belongs\u00a0to \`${mailbox}\``,
    belongs: (mailbox) => `This endpoint belongs\u00a0to \`${mailbox}\``,
    changes: 'There is no password to choose and nothing to fill in. This is what changes:',
    alreadyClaimed: 'It was claimed before; opening the link again changes nothing. This is what that means:',
    capEnds: (amount) => `The limit of ${amount} ends.`,
    capEnded: (amount) => `The limit of ${amount} has ended.`,
    quota: (plan, amount) => `The ${plan} plan takes ${amount} a month.`,
    neverExpires: 'It no longer expires when it is quiet for a while.',
    open: 'Open dashboard',
    decline: 'This wasn’t me',
    declineEffect:
      '“This wasn’t me” retires the endpoint, deletes what it holds, and we never write to this mailbox about an endpoint again. That cannot be undone.',
  },
  decline: {
    askTitle: 'You did not ask for this?',
    effects: 'If that was not you, press the button. It does three things, and none can be undone:',
    deleted: 'Everything that was sent to it is deleted.',
    suppressed:
      'Nobody can create another endpoint for this mailbox, and we never write to it about one again.',
    button: 'Retire it and never write again',
    ifYours: 'If it is yours, close this page. Nothing has changed.',
    doneTitle: 'Done. We will not write to you again',
    done: (mailbox) =>
      `The endpoint is retired and what it held is deleted. Nobody can create another one for \`${mailbox}\`.`,
    nothingElse: 'There is nothing else to do. An email that was already on its way may still arrive.',
    alreadyTitle: 'This endpoint is already retired',
    tooLateTitle: 'This link no longer retires the endpoint',
    tooLate: `It was claimed more than ${DECLINE_DAYS_AFTER_CLAIM} days ago, and an old email shall not be able to delete what it holds.`,
    tooLateAdvice: 'To stop its emails, use the link at the end of a newer one.',
  },
  emails: {
    askTitle: 'Stop the emails of this endpoint?',
    canRestart: 'You can start the emails again on this page.',
    stop: 'Stop the emails',
    stoppedTitle: 'The emails have stopped',
    start: 'Start the emails again',
    startedTitle: 'The emails flow again',
  },
  deadLinks: {
    unknown: {
      title: 'This link does not work',
      why: 'Nothing here belongs to it. It may have been cut short by a mail program.',
      what: 'Copy the whole link from the email into the address bar of your browser, from beginning to end.',
    },
    expired: {
      title: 'This link has ended with its endpoint',
      why: `Nobody claimed the endpoint and nothing came for ${IDLE_DAYS} days, so it has expired. That cannot be undone.`,
      what: AFRESH,
    },
    retired: {
      title: 'This link has ended with its endpoint',
      why: 'The endpoint has been retired: it takes nothing any more and sends no more emails. That cannot be undone.',
      what: AFRESH,
    },
  },
}
