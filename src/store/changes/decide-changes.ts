import type { Insertable } from 'kysely'
import type { AskedMailbox } from '../../domain/destinations/destination.ts'
import type { AccountCounts } from '../accounts/account-counts.ts'
import { openOwner, recordConsent, recordSuppression } from '../accounts/mailboxes.ts'
import type { ChangeRequest, Consequence, FoundEndpoint, IdempotentResult } from '../contract/changes.ts'
import { recordAnswered, recordConfirmationsRefused } from '../destinations/confirmations.ts'
import { changeOf, type StoredEndpoint, saveSettings } from '../endpoints/endpoints.ts'
import type { Rows, Transaction } from '../engine/connection.ts'
import type { IdempotentResults } from '../engine/idempotent-results.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import type { Decision } from '../live/notifications.ts'
import { deleteFirstKey, noticeRow, saveNotice } from '../outbox/notices.ts'
import { newClaimJob, newJob } from '../outbox/outbox.ts'
import { purgeQueue } from '../queues/dead-messages.ts'
import { newMessage } from '../queues/messages.ts'
import { newRouting } from '../queues/routings.ts'
import { newSubmission, purgeEndpoint, trimSpam } from '../submissions/submissions.ts'
import type { EventIntake } from '../telemetry/events.ts'

/** What deciding many changes has gathered, to be saved together. */
export type Decided = {
  results: Map<ChangeRequest<unknown>, IdempotentResult<unknown>>
  rows: Rows
  /** What is rare; it runs in order after the rows have been saved. */
  effects: ((tx: Transaction) => Promise<void>)[]
  /** What was decided about which endpoint, for those who look on. */
  decisions: Decision[]
  /** Requests that must see what the effects have done: to be decided after them. */
  waiting: ChangeRequest<unknown>[]
}

/** Decides many changes of one transaction one after the other, each seeing what the ones before it decided. */
export function decideChanges(
  requests: readonly ChangeRequest<unknown>[],
  found: {
    endpoints: Map<string, StoredEndpoint>
    /** Those that requests name besides, by their keys. */
    mailboxes: Map<string, AskedMailbox>
    /** What the owners of the endpoints have counted. */
    counts: AccountCounts
    /** What becomes of the numbers of queues. */
    tally: QueueTally
    remembered: IdempotentResults
    events: EventIntake
    nextKey: NextKey
  },
): Decided {
  const { endpoints, mailboxes, counts, tally, remembered, events, nextKey } = found
  const changed = new Set<StoredEndpoint>()
  const submissions: Insertable<Schema['submissions']>[] = []
  const jobs: Insertable<Schema['outbox']>[] = []
  const claimEmails: Insertable<Schema['claim_emails']>[] = []
  const notices: Insertable<Schema['notices']>[] = []
  const messages: Insertable<Schema['messages']>[] = []
  const routings: Insertable<Schema['routings']>[] = []
  const withNewSpam = new Set<number>()
  const effects: Decided['effects'] = []
  const results: Decided['results'] = new Map()
  const decisions: Decided['decisions'] = []
  const waiting: Decided['waiting'] = []
  /** Mailboxes whose owner, consent or suppression changes here: what was loaded about them is no longer true. */
  const unsettled = new Set<string>()

  function take(consequence: Consequence, stored: StoredEndpoint, now: Date): void {
    switch (consequence.kind) {
      case 'endpoint':
        stored.endpoint = consequence.facts
        changed.add(stored)
        return
      case 'submission':
        submissions.push(newSubmission({ ...consequence, endpointKey: stored.key, receivedAt: now }))
        stored.newestKey = Math.max(stored.newestKey, consequence.key)
        changed.add(stored)
        if (consequence.spamReasons) withNewSpam.add(stored.key)
        return
      case 'email': {
        const job = newJob({ ...consequence, endpointKey: stored.key, createdAt: now })
        jobs.push(job)
        if (consequence.email === 'claim') {
          claimEmails.push({ endpoint_key: stored.key, delivery_key: job.key })
        }
        return
      }
      case 'claim_email': {
        const { mailboxKey } = consequence
        const key = nextKey()
        notices.push(noticeRow(key, { ...consequence, now }))
        jobs.push(newClaimJob({ key, endpointKey: stored.key, mailboxKey, createdAt: now }))
        claimEmails.push({ endpoint_key: stored.key, delivery_key: key })
        return
      }
      case 'messages':
        for (const message of consequence.messages) {
          messages.push(newMessage({ ...message, queueKey: stored.key, publishedAt: now }))
        }
        tally.holds(stored.key, { backlog: consequence.messages.length })
        tally.did(stored.key, { published: consequence.messages.length }, now)
        return
      case 'events':
        events.take(consequence, stored, now)
        return
      case 'routing': {
        routings.push(newRouting(consequence))
        const queue = endpoints.get(consequence.queueId)
        if (!queue || consequence.taken.length === 0) return
        for (const one of consequence.taken) take(one, queue, now)
        decisions.push({ stored: queue, consequences: consequence.taken })
        return
      }
      case 'usage':
        counts.set(stored, consequence.usage)
        return
      case 'owner':
        effects.push(async (tx) => {
          const owner = await openOwner(tx.db, nextKey, { ...consequence, now })
          Object.assign(stored, owner)
          tx.save({ update: { endpoints: [{ key: stored.key, account_key: owner.accountKey }] } })
        })
        return
      case 'consent':
        effects.push(({ db }) => recordConsent(db, consequence.mailboxKey, now))
        return
      case 'suppression':
        effects.push(({ db }) => recordSuppression(db, { ...consequence, now }))
        return
      case 'confirmations_refused':
        effects.push(({ db }) => recordConfirmationsRefused(db, consequence.mailboxKey, now))
        return
      case 'asking_answered':
        effects.push(({ db }) => recordAnswered(db, consequence))
        return
      case 'notice':
        effects.push(({ db }) => saveNotice(db, nextKey, { ...consequence, now }))
        return
      case 'settings':
        stored.endpoint = {
          ...stored.endpoint,
          settings: consequence.settings,
          version: stored.endpoint.version + 1,
        }
        effects.push(({ db }) => saveSettings(db, stored))
        return
      case 'purge':
        effects.push(async ({ db }) => {
          await purgeEndpoint(db, stored.key)
          await purgeQueue(db, tally, stored.key)
          await deleteFirstKey(db, { key: stored.key, endpointId: stored.endpoint.id })
        })
        return
    }
  }

  function foundOf(stored: StoredEndpoint): FoundEndpoint {
    const usage = counts.of(stored)
    const { queueId } = stored.endpoint.settings
    if (queueId === null) return usage === null ? stored : { ...stored, usage }
    const queue = endpoints.get(queueId)
    return { ...stored, usage, routesTo: queue ? foundOf(queue) : null }
  }

  function decide(request: ChangeRequest<unknown>, stored: StoredEndpoint | null): IdempotentResult<unknown> {
    const { now, idempotencyKey } = request
    const earlierAnswer = remembered.recall(idempotencyKey, now)
    if (earlierAnswer) return earlierAnswer
    const mailbox = mailboxes.get(request.mailboxKey ?? '') ?? null
    const found = stored && foundOf(stored)
    const change = request.decide({ found, nextKey, mailbox, seenEventIds: events.seen(request, stored) })
    if (stored) {
      const { consequences } = change
      for (const consequence of consequences) take(consequence, stored, now)
      decisions.push({ stored, consequences })
    }
    if (idempotencyKey && change.remember) remembered.remember({ idempotencyKey, answer: change.answer, now })
    return { kind: 'fresh', answer: change.answer }
  }

  for (const request of requests) {
    const stored = endpoints.get(request.endpointId) ?? null
    const about = [stored?.mailboxKey, request.mailboxKey].filter((key) => key !== undefined)
    if (stored && about.some((key) => unsettled.has(key))) {
      waiting.push(request)
      continue
    }
    const before = effects.length
    results.set(request, decide(request, stored))
    if (effects.length > before) for (const key of about) unsettled.add(key)
  }
  for (const endpointKey of withNewSpam) effects.push(({ db }) => trimSpam(db, endpointKey))
  return {
    results,
    rows: {
      insert: {
        submissions,
        messages,
        routings,
        event_batches: events.rows(),
        notices,
        outbox: jobs,
        claim_emails: claimEmails,
      },
      update: { endpoints: [...changed].map(changeOf) },
    },
    // What a purge of the same transaction deletes must be counted before.
    effects: [({ db }) => events.count(db), ...effects],
    decisions,
    waiting,
  }
}
