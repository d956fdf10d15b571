import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import type { Language } from '../../domain/language.ts'
import type { QuotaWarning } from '../../domain/plans/quota-warning.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { listDestinationDeliveries } from '../destinations/delivery-targets.ts'
import { learnLanguage, learnSite } from '../endpoints/learn-from-page.ts'
import { quotaEmail } from '../plans/quota-email.ts'
import { routeSubmission } from '../queues/route-submission.ts'

/** The judgement by the second tier that a submission waits for. */
export type Judgement = Extract<Consequence, { kind: 'judgement' }>

/** A submission that is accepted, as far as its consequences depend on it. */
type AcceptedSubmission = {
  found: FoundEndpoint
  key: number
  /** Its fields as `stringifyFields` writes them. */
  text: string
  page: SendingPage
  /** The email to the recipient; null for none. */
  email: 'claim' | 'submission' | null
  /** The quota warning that it triggers. */
  warning: QuotaWarning | null
  /** Null when its verdict is final. */
  judgement: Judgement | null
  findLanguage(): Language | null
  now: Date
}

/** Something that a submission causes on some forms. All others enter nothing of it. */
type Rule = {
  applies(submission: AcceptedSubmission): boolean
  add(context: Context, submission: AcceptedSubmission): readonly Consequence[]
}

/** In the order in which their consequences are saved. What leaves the form waits for its verdict. */
const RULES: readonly Rule[] = [
  {
    applies: ({ judgement }) => judgement !== null,
    add: (_context, { judgement }) => (judgement ? [judgement] : []),
  },
  {
    applies: ({ warning, judgement }) => warning !== null && judgement === null,
    add: (_context, { found, warning, now }) => quotaEmail(found, warning, now),
  },
  {
    applies: ({ found, judgement }) => found.endpoint.settings.queueId !== null && judgement === null,
    add: (context, { found, key, text, now }) =>
      routeSubmission(context, found, { key, text, receivedAt: now, now }),
  },
  {
    applies: ({ found, page }) =>
      found.endpoint.settings.name === null && (page.origin !== null || page.referer !== null),
    add: (context, { found, page }) => learnSite(context, { endpoint: found.endpoint, page }),
  },
  {
    // The first real submission deletes the test submission.
    applies: ({ found }) => found.testKey !== null,
    add: (_context, { found }) => [{ kind: 'test_submission', key: null, replaces: found.testKey }],
  },
  {
    applies: ({ found, email }) => email === 'claim' && found.endpoint.language === null,
    add: (_context, { found, findLanguage }) => learnLanguage(found.endpoint, findLanguage),
  },
  {
    applies: ({ email }) => email !== null,
    add: (_context, submission) => listRecipientDeliveries(submission),
  },
  {
    applies: ({ found }) => found.endpoint.settings.destinations.length > 0,
    add: listOwnersDeliveries,
  },
]

/** Lists what an accepted submission causes beside its own row and its count. */
export function listConsequences(context: Context, submission: AcceptedSubmission): Consequence[] {
  return RULES.flatMap((rule) => (rule.applies(submission) ? rule.add(context, submission) : []))
}

/** Lists the deliveries of a submission: to the recipient, and to the destinations that the owner added. */
export function listDeliveries(
  context: Context,
  submission: Pick<AcceptedSubmission, 'found' | 'key' | 'email' | 'judgement'>,
): Consequence[] {
  return [...listRecipientDeliveries(submission), ...listOwnersDeliveries(context, submission)]
}

function listRecipientDeliveries({
  found,
  key,
  email,
  judgement,
}: Pick<AcceptedSubmission, 'found' | 'key' | 'email' | 'judgement'>): Consequence[] {
  if (!email) return []
  return [
    {
      kind: 'delivery',
      delivery: email,
      submissionKey: key,
      destination: null,
      place: 0,
      channel: 'email',
      target: found.mailboxKey,
      ...toDue(judgement),
    },
  ]
}

function listOwnersDeliveries(
  context: Context,
  { found, key, judgement }: Pick<AcceptedSubmission, 'found' | 'key' | 'judgement'>,
): Consequence[] {
  return listDestinationDeliveries(context, found).map((delivery, index) => ({
    ...delivery,
    kind: 'delivery',
    delivery: 'submission',
    submissionKey: key,
    place: index + 1,
    ...toDue(judgement),
  }))
}

/** Emails that wait for a verdict are due at its limit, if it does not come. */
function toDue(judgement: Judgement | null): { dueAt?: Date } {
  return judgement ? { dueAt: judgement.dueAt } : {}
}
