import { createCounter } from '../../../../../domain/language.ts'
import type { NoticeWords } from '../notice-words.ts'
import type { SubmissionWords } from '../submission-words.ts'

const counted = createCounter('en')

export const submission: SubmissionWords = {
  firstMessage: 'Your form received its first message',
  previewOfFirst: 'Someone set up a form that sends messages to this address, and the first one is below.',
  previewOfNext: 'Someone sent a message through a form that uses this address.',
  introduction: 'If it’s yours, claim it. No password needed.',
  newMessage: (form) => `New message from ${form}`,
  newMessageBy: (sender, form) => `New message from ${sender} · ${form}`,
  newMessageFromYours: 'New message from your form',
  newMessageFromTheirs: 'New message from a form',
  warning: 'A visitor sent this through the form. We haven’t verified the sender, and links are disabled.',
  unconfirmed:
    'This form was claimed when its link was opened, which mail programs do as well. Until you confirm it, you get a limited number of emails from it, and links in them are disabled.',
  limits: ({ cap, used, days }) =>
    `Until you claim it, the form accepts ${cap} messages (${used} so far) and expires after ${days} days without one.`,
  capReached: ({ cap, days }) =>
    `The form has reached the limit of ${cap} messages. It accepts no more until you claim it, and it expires ${days} days after the last one.`,
  replyTo: (address) => `Reply to this email to write to ${address}.`,
  claimToReply: 'Claim to reply: until then, replies to this email don’t reach the sender.',
  confirmToReply: 'Confirm to reply: until then, replies to this email don’t reach the sender.',
  expired: (days) =>
    `The form has expired: it wasn’t claimed and received nothing for ${days} days. It accepts no more messages and can no longer be claimed.`,
  retired: 'The form has been shut down. It accepts no more messages.',
  onlyHidden: 'This message has only hidden fields (their names start with _), and emails leave those out.',
  shortened: (missing) => `This email was shortened: ${missing} left out.`,
  characters: counted({ one: 'character', other: 'characters' }),
  fields: counted({ one: 'field', other: 'fields' }),
  fullInDashboard: 'The full message is in the dashboard.',
  fullAtOwner: 'The owner of the form can read the full message.',
  fullAfterClaim: 'Claim the form to read the full message in the dashboard.',
  valueShortened: (missing) => `[… ${missing} left out]`,
  nameless: '(no name)',
  leftEmpty: 'Left empty',
  claim: 'Claim this form',
  confirm: 'Confirm that it’s yours',
  openInDashboard: 'Open in dashboard',
  emailSettings: 'Email settings',
  added:
    'You get these emails because the owner of the form added your address and you confirmed it. To stop them, unsubscribe in your mail program, or use the link in the email in which you confirmed your address.',
  received: (time) => `Received ${time}`,
  endpoint: (id) => `Endpoint ${id}`,
  submission: (id) => `Submission ${id}`,
}

export const notice: NoticeWords = {
  decline: 'This wasn’t me',
  sentBy: (service, base) => `Sent by ${service}, ${base}`,
  viewUsage: 'View usage',
  signIn: {
    subject: (service) => `Sign in to ${service}`,
    opening: (base) => `Here’s your sign-in link for ${base}.`,
    button: 'Sign in',
    notYou: 'Not you? Ignore this email: no one can sign in without it. Never share the code.',
    preview: (minutes) => `A link and a code that work once, for ${minutes} minutes.`,
    codeLabel: 'Or enter this code in the browser you came from:',
    requested: ({ time, device, minutes }) =>
      `Requested on ${time}${device === '' ? '' : ` from ${device}`}. The link and code work once, for ${minutes} minutes.`,
  },
  confirm: {
    subject: (service) => `Confirm that it is you at ${service}`,
    heading: 'Confirm it’s you',
    opening: (base) =>
      `Someone signed in to your account at ${base} wants to do something that can’t be undone. If it’s you, confirm it.`,
    button: 'Yes, it’s me',
    notYou: (signInUrl) =>
      `Not you? Then someone else is using a browser signed in to your account. Sign in at ${signInUrl} and end all sessions. Never share the code.`,
  },
  claim: {
    firstUse: ({ id, time }) => `Endpoint ${id}, first used ${time}.`,
    firstEvent: 'The first event is named:',
    kinds: {
      telemetry: {
        heading: 'Your telemetry endpoint received its first event',
        preview: 'Someone set up a telemetry endpoint with this email address.',
        opening: 'If it’s yours, claim it to see its events. No password needed.',
        button: 'Claim this endpoint',
        limits: ({ cap, days }) =>
          `Until you claim it, it accepts ${cap} events and expires after ${days} days without one.`,
      },
      queue: {
        heading: 'Your message queue received its first message',
        preview: 'Someone set up a message queue with this email address.',
        opening: 'If it’s yours, claim it to see its messages. No password needed.',
        button: 'Claim this queue',
        limits: ({ cap, days }) =>
          `Until you claim it, it accepts ${cap} messages and expires after ${days} days without one.`,
      },
    },
  },
  destination: {
    heading: 'Do you want to receive messages from this form?',
    preview: 'Nothing is sent to you unless you confirm.',
    opening: (base) =>
      `The owner of a form at ${base} wants to send its messages to your address too. Nothing is sent to you unless you confirm.`,
    form: ({ id, owner }) => `The form’s ID is ${id}. Its owner (address partly hidden): ${owner}`,
    button: 'Review and confirm',
    note: 'If you do nothing, you won’t get any messages. The link works until the owner removes your address.',
    stop: 'Don’t ask me again',
  },
  stopped: {
    heading: (name) => `Emails from ${name} are off`,
    preview: 'You can turn them back on at any time.',
    opening: ({ id, base }) => `Someone used the unsubscribe link in an email about ${id} at ${base}.`,
    continues: {
      form: 'Submissions are still saved, and you can read them in the dashboard. They aren’t emailed to you.',
      telemetry: 'Events are still saved. You just won’t get emails about the endpoint.',
      queue: 'Messages are still saved. You just won’t get emails about the queue.',
    },
    noLongerSent: 'The form no longer sends its messages to your address.',
    ifYou: 'If this was you, there’s nothing left to do.',
    button: 'Turn emails back on',
    note: 'This email is sent at most once a day when emails are turned off by a link.',
  },
  health: {
    heading: (name) => `${name} needs attention`,
    preview: 'There’s a problem with this form.',
    opening: ({ id, base }) => `There’s a problem with the form ${id} at ${base}.`,
    findings: {
      field_missing:
        'A field that nearly every message had is no longer sent. If you removed it on purpose, there’s nothing to do.',
      wrong_origin:
        'Every message is refused, because its page isn’t on the list of allowed origins. If the page is yours, add its origin in the settings of the form.',
      sent_by_get:
        'The form is sent by GET, and nothing of that is saved. Set the method of the form to POST.',
      repeats_in_spam:
        'Messages went to spam only because the same sender had sent the same text before. If they’re real, mark one of them as not spam: copies of its text then no longer count.',
    },
    field: 'Field',
    lastSent: 'Last sent',
    missing: 'Messages without it since then',
    before: 'Messages with it until then',
    since: 'Since',
    refused: 'Refused so far',
    inSpam: 'In spam',
    button: 'Open the form',
    note: 'You get this email once for each problem, and again only after the form has worked for a week.',
  },
  quota: {
    kinds: {
      form: {
        amount: counted({ one: 'submission', other: 'submissions' }),
        refused:
          'New submissions are being rejected. Visitors see that the form has reached its monthly limit, and their messages aren’t saved.',
      },
      telemetry: {
        amount: counted({ one: 'telemetry event', other: 'telemetry events' }),
        refused: 'New events are being rejected and aren’t saved. Programs that send them get an error.',
      },
      queue: {
        amount: counted({ one: 'queue message', other: 'queue messages' }),
        refused:
          'New messages are being rejected and aren’t saved. Messages already in the queues can be pulled as usual.',
      },
    },
    reached: (name, amount) => `${name} has reached its limit of ${amount} this month`,
    reachedByYou: (amount) => `You have reached your limit of ${amount} this month`,
    used: ({ name, percent, amount }) => `${name} has used ${percent}% of ${amount} this month`,
    usedByYou: ({ percent, amount }) => `You have used ${percent}% of ${amount} this month`,
    previewReached: (time) => `Nothing more is accepted until ${time}.`,
    previewUsed: (time) => `The quota resets on ${time}.`,
    includesForForm: ({ amount, id, base }) =>
      `Your plan includes ${amount} a month for the form ${id} at ${base}.`,
    includesForAccount: ({ amount, base }) =>
      `Your plan includes ${amount} a month for all endpoints of your account at ${base} together.`,
    thenRefused: 'Once they are used up, new ones are rejected until the quota resets.',
    resets: ({ time, base }) =>
      `The quota resets on ${time}. The operator of ${base} can move you to a larger plan right away.`,
    noteForForm: 'You get this email when a form reaches 80% and 100% of its monthly quota.',
    noteForAccount: 'You get this email when 80% and 100% of a monthly quota are used.',
  },
  digest: {
    heading: counted({ one: 'message in your spam folder', other: 'messages in your spam folder' }),
    preview: 'Check that no real message is among them.',
    opening:
      'The filter put these aside because of their content, and you haven’t looked at them yet. If one of them is real, mark it as not spam, and it’s emailed to you.',
    messages: counted({ one: 'message', other: 'messages' }),
    otherForms: counted({ one: 'more form', other: 'more forms' }),
    newest: 'The newest ones:',
    noText: '(no text)',
    button: 'Open spam folder',
    note: 'You get this email at most once a week, and only if there’s something in the folder that you haven’t seen. Bots that filled in a hidden field don’t count.',
    stop: 'Turn off this weekly email',
  },
  plan: {
    newPlan: ({ service, plan }) => `Your plan at ${service} is now ${plan}`,
    newRetention: (service) => `The retention of your plan at ${service} is changing`,
    moved: ({ base, plan }) => `The operator of ${base} has moved your account to the ${plan} plan.`,
    movedFrom: ({ base, before, plan }) =>
      `The operator of ${base} has moved your account from the ${before} plan to the ${plan} plan.`,
    retentionChanged: ({ base, plan }) =>
      `The operator of ${base} has changed the retention of the ${plan} plan.`,
    limitsApply: 'The new limits apply now.',
    previewDeletes: (time) => `From ${time}, older data is deleted.`,
    deletes: ({ time, submissions, telemetry }) =>
      `From ${time}, we will permanently delete data older than your plan keeps: submissions after ${submissions}, telemetry after ${telemetry}. Until then this change deletes nothing. Export what you want to keep.`,
    submissionsPerMonth: 'Form submissions a month, per form',
    queueMessagesPerMonth: 'Queue messages a month',
    telemetryEventsPerMonth: 'Telemetry events a month',
    submissionRetention: 'Submissions are kept for',
    telemetryRetention: 'Telemetry is kept for',
    destinations: 'Additional destinations per form',
    previously: (value) => `(previously ${value})`,
    unlimited: 'unlimited',
    days: counted({ one: 'day', other: 'days' }),
    exportData: 'Export your data',
    reason: 'You get this email because you own endpoints here.',
  },
}
