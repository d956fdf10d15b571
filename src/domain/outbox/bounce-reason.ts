/**
 * Reason for a bounce. The first three mean that the mailbox does not exist: only they count against it. `refused_by_policy`:
 * because of the sender, authentication, reputation or permissions. `expired`: the sending server gave up.
 */
export type BounceReason = (typeof BOUNCE_REASONS)[number]

export const BOUNCE_REASONS = [
  'mailbox_unknown',
  'mailbox_disabled',
  'domain_unknown',
  'mailbox_full',
  'refused_by_policy',
  'refused_as_spam',
  'too_large',
  'expired',
  'other',
] as const

/** An enhanced status code: class, subject and detail (RFC 3463 §2), but not a part of a longer number such as an IP address. */
const STATUS = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/
/** A reply code of SMTP (RFC 5321 §4.2.1) at the beginning of an answer. */
const REPLY_CODE = /^\W*([245])\d\d\b/

/** Reasons by subject and detail (RFC 3463 §3), for codes whose meaning does not depend on the text. */
const REASONS: Readonly<Record<string, BounceReason>> = {
  '1.1': 'mailbox_unknown',
  '1.2': 'domain_unknown',
  '1.3': 'mailbox_unknown',
  '1.4': 'mailbox_unknown',
  '1.6': 'mailbox_unknown',
  // These two are about the sender.
  '1.7': 'refused_by_policy',
  '1.8': 'refused_by_policy',
  '2.1': 'mailbox_disabled',
  '2.2': 'mailbox_full',
  '2.3': 'too_large',
  '3.4': 'too_large',
  // "No answer from host" in RFC 3463, but Exchange Online answers unknown recipients with it.
  '4.1': 'mailbox_unknown',
  '4.4': 'domain_unknown',
  '4.7': 'expired',
  // Exchange Online: the email expired; the domain does not exist; the email expired in the queue.
  '4.300': 'expired',
  '4.310': 'domain_unknown',
  '4.316': 'expired',
}

/** Reasons by subject, for codes without a detail (x.y.0) and a text that says nothing. */
const FALLBACKS: Readonly<Record<string, BounceReason>> = { '1': 'mailbox_unknown', '7': 'refused_by_policy' }

const POLICY =
  /spamhaus|barracuda|\b(?:dns[bw]l|rbl|spf|dkim|dmarc)\b|(?:black|block)[- ]?list|\bblocked\b|reputation|\bpolicy\b|\bsender\b|relay(?:ing)? (?:access )?(?:denied|not permitted)|access denied|not permitted|not authori[sz]ed|authentication (?:is )?required|client host/i
const SPAM = /\bspam|\bjunk\b|unsolicited|\bbulk\b/i
const FULL = /quota|(?:mailbox|inbox|storage) (?:is |limit )?(?:full|exceeded)|insufficient storage/i
const NO_MAIL = /\bnull ?mx\b|\b(?:host|domain)\b.{0,60}(?:does not|doesn't) accept/i

/** Words in answers whose code says nothing; the first match counts. */
const WORDS: readonly (readonly [RegExp, BounceReason])[] = [
  [POLICY, 'refused_by_policy'],
  [SPAM, 'refused_as_spam'],
  [FULL, 'mailbox_full'],
  [NO_MAIL, 'domain_unknown'],
  [/(?:message|mail|size)[^.]{0,40}(?:too (?:large|big|long)|exceed)/i, 'too_large'],
  [
    /(?:account|mailbox|user|recipient)[^.]{0,60}(?:disabled|inactive|suspended|deactivated)/i,
    'mailbox_disabled',
  ],
  [
    /(?:host|domain)(?: name)?[^.]{0,60}(?:not found|unknown|does not exist|doesn't exist)|nxdomain|no such (?:host|domain)/i,
    'domain_unknown',
  ],
  [
    /(?:user|mailbox|recipient|account|address)[^.]{0,60}(?:unknown|not found|not exist|n't exist|no such|unavailable|invalid)|(?:unknown|no such|invalid|unrouteable) (?:local )?(?:user|mailbox|recipient|address|account|person)|(?:doesn't|does not) have an? \S{1,60} account/i,
    'mailbox_unknown',
  ],
  [/expired|timed out|time ?out|retry time/i, 'expired'],
]

/** A failure as a report describes it. `status`: c.s.d of RFC 3463. `answer`: one line from the server, which may be empty. */
export type DescribedFailure = { status: string; answer: string }

/**
 * Finds why an email failed. A code with a detail takes precedence over words; without one, the words decide. If in doubt, it
 * returns a reason that does not count against the mailbox.
 */
export function findBounceReason({ status, answer }: DescribedFailure): BounceReason {
  const { kind, subject, detail } = parseStatus(getDetailedStatus({ status, answer }))
  const code = `${subject}.${detail}`
  // A temporary condition that lasted until the sending server gave up (RFC 3463 §2).
  if (kind === '4') return code === '2.2' || FULL.test(answer) ? 'mailbox_full' : 'expired'
  if (detail === '0') return WORDS.find(([words]) => words.test(answer))?.[1] ?? FALLBACKS[subject] ?? 'other'
  // RFC 7505: the domain accepts no email. Exchange Online uses the same code for unknown recipients.
  if (code === '1.10') return NO_MAIL.test(answer) ? 'domain_unknown' : 'mailbox_unknown'
  // RFC 3463 has no code for spam. Emails from a blocked sender are refused whatever their content is.
  if (subject === '7')
    return SPAM.test(answer) && !POLICY.test(answer) ? 'refused_as_spam' : 'refused_by_policy'
  return REASONS[code] ?? 'other'
}

/**
 * Describes the answer with which a server permanently refused an email while it was sent. It lists no recipients, because the
 * email had only one.
 */
export function describeRefusal(answer: string) {
  const status = findStatus(answer) ?? findReplyClass(answer) ?? '5.0.0'
  return { kind: 'bounce', action: 'failed', recipients: [], status, answer } as const
}

/** Returns true for a reason which means that the mailbox does not exist. */
export function isNoSuchMailbox(reason: BounceReason): boolean {
  return reason === 'mailbox_unknown' || reason === 'mailbox_disabled' || reason === 'domain_unknown'
}

/** Returns the first enhanced status code in a text, as c.s.d; null without one. */
export function findStatus(text: string): string | null {
  const [, kind, subject, detail] = STATUS.exec(text) ?? []
  // Numbers have no leading zeros (RFC 3463 §2), but some servers write 5.01.1.
  return kind === undefined ? null : `${kind}.${Number(subject)}.${Number(detail)}`
}

/** Returns the class of the SMTP reply code at the beginning of an answer, as c.0.0; null without one. */
export function findReplyClass(answer: string): string | null {
  const kind = REPLY_CODE.exec(answer)?.[1]
  return kind === undefined ? null : `${kind}.0.0`
}

/** Returns the code in the answer if it says more than the status of the report, for which relays make up 5.0.0. */
function getDetailedStatus({ status, answer }: DescribedFailure): string {
  if (!status.endsWith('.0')) return status
  const told = findStatus(answer)
  return told !== null && told[0] === status[0] && !told.endsWith('.0') ? told : status
}

function parseStatus(status: string): { kind: string; subject: string; detail: string } {
  const [kind = '', subject = '', detail = ''] = status.split('.')
  return { kind, subject, detail }
}
