import { STATUS_CODES } from 'node:http'
import { listSigningNow, parseSigningSecrets } from '../../../domain/destinations/signing-secrets.ts'
import type { FileData } from '../../../domain/destinations/webhook-event.ts'
import type { Keys } from '../../../domain/keys.ts'
import { WEB_RETRY_SCHEDULE } from '../../../domain/outbox/retry-schedule.ts'
import type { PlanTable } from '../../../domain/plans/plan.ts'
import { getDestinationPlace } from '../../../domain/secret-place.ts'
import { type Clock, SECOND } from '../../../domain/time.ts'
import { loadLater } from '../../../runtime/load-later.ts'
import type { AttachedFiles } from '../../attached-files.ts'
import type { Channel, CircuitBreaker, SendResult } from '../../channel.ts'
import type { Egress } from '../../egress/egress.ts'
import { type FoundEvent, type FoundWebDelivery, mayBegin } from './begin.ts'
import type { DestinationEffect } from './classify.ts'
import { createTurns } from './turns.ts'

/** Deliveries in progress at one time on this node: one for each of many slow targets, and room for the quick ones. */
const CONCURRENT_REQUESTS = 256
/** Requests in progress when the service stops are ended after this time. */
const CLOSING_MS = 5 * SECOND
const loadSending = loadLater(async () => ({
  ...(await import('./classify.ts')),
  ...(await import('./message.ts')),
  ...(await import('./found-event.ts')),
}))

const loadFileData = loadLater(() => import('./file-data.ts'))

/** An attempt, as far as its destination is concerned. */
export type DestinationResult = {
  endpointId: string
  destinationId: string
  /** When the address was set that this attempt went to. */
  addressedAt: Date
  effect: DestinationEffect
  /** Since when all attempts before this one have failed; null when the last one succeeded. */
  failingSince: Date | null
  /** The status that answered it, or why none did: nothing that the other side wrote, which may repeat the submission. */
  answer: string
  now: Date
}

export type WebChannelDeps = {
  egress: Pick<Egress, 'send'>
  keys: Keys
  /** Base address of this instance. */
  base: string
  /** Name and version: `Formslot/1.0.0`. */
  userAgent: string
  plans: PlanTable
  files: Omit<AttachedFiles, 'open'>
  clock: Clock
  recordResult(result: DestinationResult): Promise<void>
}

/** Creates the channel that posts to all destinations that are not email. */
export function createWebChannel(deps: WebChannelDeps): Channel<FoundWebDelivery> {
  const stopping = new AbortController()
  return {
    kind: 'web',
    concurrency: CONCURRENT_REQUESTS,
    retrySchedule: WEB_RETRY_SCHEDULE,
    breaker: NO_BREAKER,
    turns: createTurns(CONCURRENT_REQUESTS),
    getLabel: ({ destination }) => destination.kind,
    begin: (delivery, reads) => mayBegin(delivery, reads, deps.plans),
    send: (found, now) => send(deps, found, { now, signal: stopping.signal }),
    async close() {
      setTimeout(() => stopping.abort(), CLOSING_MS).unref()
    },
  }
}

/** One server that is down says nothing about the others. */
const NO_BREAKER: CircuitBreaker = {
  allows: async () => 'all',
  isOpen: () => false,
  outageUntil: null,
  resumesAt: async () => null,
  brokenSince: async () => null,
  async recordOutcome() {},
}

const SECRET_LOST: SendResult = {
  kind: 'deferred',
  answer: 'The address was sealed with a link secret that this instance does not have.',
  minWaitMs: 0,
}

/** Its owner set another host after the destination was read: nothing has proven that one yet. */
const ADDRESS_CHANGED: SendResult = {
  kind: 'deferred',
  answer: 'The address was changed meanwhile.',
  minWaitMs: 0,
}

/** Loads the files of the submission that an event is about, with links for this attempt. */
async function loadFiles(
  { files: { listFilesOf, isScanRequired }, keys, base }: WebChannelDeps,
  event: FoundEvent,
  now: Date,
): Promise<FileData[]> {
  if (!('submission' in event) || event.submission.fileCount === 0) return []
  const { toFileData } = await loadFileData()
  const stored = await listFilesOf([event.submission.key])
  return toFileData(stored, { type: event.type, keys, base, isScanRequired, now })
}

async function send(
  deps: WebChannelDeps,
  { key, endpoint, destination, secret, event, work }: FoundWebDelivery,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<SendResult> {
  const { keys, base, userAgent, clock } = deps
  const { composeWebRequest, classifyAnswer, toWebhookEvent, getLink, getMessageId } = await loadSending()
  const place = { endpointId: endpoint.id, destinationId: destination.id }
  const address = keys.openSecret(secret.address, getDestinationPlace('address', place))
  if (address === null) return SECRET_LOST
  if (new URL(address).origin !== destination.origin) return ADDRESS_CHANGED
  const signing = secret.signing && keys.openSecret(secret.signing, getDestinationPlace('signing', place))
  const { kind } = destination
  const request = composeWebRequest({
    kind,
    address,
    event: toWebhookEvent({ keys, base }, endpoint, {
      event,
      work,
      files: await loadFiles(deps, event, now),
    }),
    link: getLink({ keys, base }, endpoint, event),
    language: endpoint.language ?? 'en',
    id: getMessageId(keys, { key, destination, event }),
    secrets: listSigningNow(parseSigningSecrets(signing), now),
    userAgent,
    now,
  })
  const egress = await deps.egress.send({ ...request, signal })
  const { result, effect, status } = classifyAnswer({ kind, address, egress, now: clock.now() })
  // A request that we ended says nothing about the other side.
  if (!signal.aborted)
    await deps.recordResult({
      ...place,
      addressedAt: destination.addressedAt,
      effect,
      failingSince: secret.failingSince,
      answer: status === null ? result.answer : `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      now: clock.now(),
    })
  return result
}
