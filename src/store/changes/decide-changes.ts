import type { ConfirmationFacts } from '../../domain/destinations/email-destination.ts'
import type { AccountCounts } from '../accounts/account-counts.ts'
import type { ChangeRequest, FoundEndpoint, IdempotentResult } from '../contract/changes.ts'
import type { DeliveredKey } from '../contract/outbox-store.ts'
import { type StoredEndpoint, toCounterChange, toStateChange } from '../endpoints/endpoints.ts'
import type { EndpointChange, Rows } from '../engine/connection.ts'
import type { IdempotentResults } from '../engine/idempotent-results.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { NextKey } from '../engine/sequence.ts'
import type { SpentChallenges } from '../engine/spent-challenges.ts'
import type { StoredBytes } from '../files/stored-bytes.ts'
import type { OpenJudgements } from '../judging/judgements.ts'
import { saveVerdict } from '../judging/verdicts.ts'
import { trimSpam } from '../submissions/submissions.ts'
import { type AcceptedEvents, getSeenEventIds, type SeenEventIds } from '../telemetry/accepted-events.ts'
import { saveWatches } from '../telemetry/watches.ts'
import type {
  ChangeBatch,
  ChangeTarget,
  ConsequenceHandler,
  ConsequenceKind,
  ConsequenceOfKind,
} from './change-batch.ts'
import { destinationSecret, destinationSecretGone } from './destination.ts'
import {
  confirmation,
  declined,
  declineUndone,
  emailsReleased,
  endpoint,
  language,
  purge,
  settings,
  site,
  suspension,
} from './endpoint.ts'
import { files } from './file.ts'
import {
  claimEmail,
  confirmationAnswered,
  confirmationsRefused,
  notice,
  stopNotice,
  watchNotice,
  webEvent,
} from './notice.ts'
import { audit, owner, usage } from './owner.ts'
import { messages, routing } from './queue.ts'
import { delivery, judgement, submission, testSubmission, verdict } from './submission.ts'
import { events, publicLink, watches } from './telemetry.ts'

/** Saves each kind of consequence. */
const HANDLERS: { [Kind in ConsequenceKind]: ConsequenceHandler<Kind> } = {
  endpoint,
  submission,
  files,
  test_submission: testSubmission,
  delivery,
  claim_email: claimEmail,
  messages,
  events,
  routing,
  judgement,
  verdict,
  usage,
  owner,
  confirmation,
  declined,
  emails_released: emailsReleased,
  decline_undone: declineUndone,
  confirmations_refused: confirmationsRefused,
  confirmation_answered: confirmationAnswered,
  destination_secret: destinationSecret,
  destination_secret_gone: destinationSecretGone,
  notice,
  web_event: webEvent,
  stop_notice: stopNotice,
  settings,
  suspension,
  language,
  site,
  public_link: publicLink,
  watches,
  watch_notice: watchNotice,
  purge,
  audit,
}

/** Facts that the changes of one transaction are decided on; the endpoints are locked. */
export type LoadedForChanges = {
  endpoints: Map<string, StoredEndpoint>
  /** The mailboxes that requests name, by their keys. */
  mailboxes: Map<string, ConfirmationFacts>
  /** Null when no request has an Idempotency-Key. */
  idempotent: IdempotentResults | null
  /** Null when no endpoint is counted by account. */
  counts: AccountCounts | null
  /** Null when no request names event ids. */
  seenEventIds: SeenEventIds | null
  /** Null when no request names a challenge. */
  spent: SpentChallenges | null
  /** Null when no request ends a judgement. */
  judgements: OpenJudgements | null
  /** Null when no request has files. */
  storedBytes: StoredBytes | null
  /** OpenPGP keys in use by account; null when no request needs them. */
  emailKeys: ReadonlyMap<number, DeliveredKey> | null
}

/** The outcome of deciding the changes of one transaction, to be saved together. */
export type DecidedChanges = Pick<ChangeBatch, 'effects' | 'decisions'> & {
  results: Map<ChangeRequest<unknown>, IdempotentResult<unknown>>
  rows: Rows
  /** Endpoints whose state changed, with its columns: most changes leave it as it is. */
  states: readonly EndpointChange[]
  /** Null when no change accepted events. */
  events: AcceptedEvents | null
  /** Requests to be decided after the effects, whose changes they must see. */
  waiting: ChangeRequest<unknown>[]
}

/** Decides the changes of one transaction in order, each on what the ones before it decided. */
export function decideChanges(
  requests: readonly ChangeRequest<unknown>[],
  context: { loaded: LoadedForChanges; getTally: () => QueueTally; nextKey: NextKey },
): DecidedChanges {
  const { loaded } = context
  const batch = createChangeBatch(context)
  const results: DecidedChanges['results'] = new Map()
  const waiting: ChangeRequest<unknown>[] = []
  // Mailboxes with an effect in this batch: the facts loaded about them are out of date.
  const outdated = new Set<string>()
  for (const request of requests) {
    const stored = loaded.endpoints.get(request.endpointId) ?? null
    const mailboxKeys = [stored?.mailboxKey, request.mailboxKey].filter((key) => key !== undefined)
    if (stored && mailboxKeys.some((key) => outdated.has(key))) {
      waiting.push(request)
      continue
    }
    const effectsBefore = batch.effects.length
    results.set(request, decideChange(request, { stored, loaded, batch }))
    if (batch.effects.length > effectsBefore) for (const key of mailboxKeys) outdated.add(key)
  }
  for (const verdict of batch.verdicts) batch.effects.push(({ db }) => saveVerdict(db, verdict))
  for (const [endpointKey, classes] of batch.spammedEndpoints) {
    for (const spamClass of classes) {
      batch.effects.push(({ db }) => trimSpam(db, { endpointKey, spamClass }))
    }
  }
  // First, because the effects may include the deletion of the watches.
  for (const stored of batch.watchedEndpoints) batch.effects.unshift(({ db }) => saveWatches(db, stored))
  const { events } = batch
  if (events) {
    batch.rows.event_batches.push(...events.batchRows)
    // First, because the effects may include a purge: it must delete these counts too.
    batch.effects.unshift(({ db }) => events.saveCounts(db))
  }
  const { rows: insert, effects, decisions } = batch
  const update = { endpoints: Array.from(batch.changedEndpoints, toCounterChange) }
  const states = Array.from(batch.changedStates, toStateChange)
  return { results, rows: { insert, update }, states, events, effects, decisions, waiting }
}

function decideChange(
  request: ChangeRequest<unknown>,
  context: { stored: StoredEndpoint | null; loaded: LoadedForChanges; batch: ChangeBatch },
): IdempotentResult<unknown> {
  const { now, idempotencyKey, challenge } = request
  const { stored, loaded, batch } = context
  const earlier = loaded.idempotent?.find(idempotencyKey, now)
  if (earlier) return earlier
  const { answer, remember, consequences } = request.decide({
    found: stored && toFoundEndpoint(stored, batch),
    nextKey: batch.nextKey,
    mailbox: loaded.mailboxes.get(request.mailboxKey ?? '') ?? null,
    seenEventIds: loaded.seenEventIds ? getSeenEventIds(loaded.seenEventIds, request, stored) : NO_EVENT_IDS,
    isChallengeSpent: challenge !== undefined && loaded.spent?.has(challenge) === true,
    storedBytes: loaded.storedBytes?.of(stored?.accountKey ?? null) ?? 0,
    emailKey: loaded.emailKeys?.get(stored?.accountKey ?? 0) ?? null,
    judgement: loaded.judgements?.find(request.judgement) ?? null,
  })
  if (stored) batch.collect(consequences, { stored, now })
  if (idempotencyKey && remember) loaded.idempotent?.remember({ idempotencyKey, answer, now })
  return { kind: 'fresh', answer }
}

const NO_EVENT_IDS: ReadonlySet<string> = new Set()

/** Adds the count of the owner's account, and the queue that the endpoint routes to. */
function toFoundEndpoint(stored: StoredEndpoint, batch: ChangeBatch): FoundEndpoint {
  const usage = batch.counts?.of(stored) ?? null
  const { queueId } = stored.endpoint.settings
  if (queueId === null) return usage === null ? stored : { ...stored, usage }
  const queue = batch.endpoints.get(queueId)
  return { ...stored, usage, routesTo: queue ? toFoundEndpoint(queue, batch) : null }
}

function createChangeBatch({
  loaded,
  getTally,
  nextKey,
}: {
  loaded: LoadedForChanges
  getTally: () => QueueTally
  nextKey: NextKey
}): ChangeBatch {
  const batch: ChangeBatch = {
    rows: {
      submissions: [],
      messages: [],
      routings: [],
      judgements: [],
      files: [],
      event_batches: [],
      notices: [],
      outbox: [],
      claim_emails: [],
    },
    changedEndpoints: new Set(),
    changedStates: new Set(),
    spammedEndpoints: new Map(),
    effects: [],
    decisions: [],
    endpoints: loaded.endpoints,
    counts: loaded.counts,
    getTally,
    nextKey,
    seenEventIds: loaded.seenEventIds ?? new Map(),
    spent: loaded.spent,
    judgements: loaded.judgements,
    storedBytes: loaded.storedBytes,
    verdicts: [],
    watchedEndpoints: new Set(),
    events: null,
    collect(consequences, { stored, now }) {
      const target = { stored, now, batch }
      for (const consequence of consequences) collect(consequence.kind, consequence, target)
      batch.decisions.push({ stored, consequences })
    },
  }
  return batch
}

/** Collects one consequence of a change. */
function collect<Kind extends ConsequenceKind>(
  kind: Kind,
  consequence: ConsequenceOfKind[Kind],
  target: ChangeTarget,
): void {
  const handler: ConsequenceHandler<Kind> = HANDLERS[kind]
  handler.collect?.(consequence, target)
  const { effect } = handler
  if (effect) target.batch.effects.push((tx) => effect(consequence, target, tx))
}
