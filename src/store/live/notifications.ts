import { isQueue } from '../../domain/destinations/destination.ts'
import type { Consequence } from '../contract/changes.ts'
import type { StoredEndpoint } from '../endpoints/endpoints.ts'

/** Maximum number of keys of one topic in one round; beyond it, subscribers read again. */
const MAX_KEYS = 1000
/** Maximum number of keys in one event; as JSON they fit into the 8000 bytes of a NOTIFY. */
const MAX_KEYS_PER_EVENT = 100

/** A subject of subscriptions: an account, the events of a telemetry endpoint, or the messages of a queue, by key. */
export type Topic = { kind: 'account' | 'telemetry' | 'queue'; key: number }

/** An event for subscribers, sent once it is stored durably. */
export type LiveEvent =
  /** Real submissions of an endpoint, oldest first; spam is a `changed` event. */
  | { kind: 'submission'; endpointId: string; submissionKeys: readonly number[] }
  /** Batches of events of a telemetry endpoint, for subscribers of that endpoint. */
  | { kind: 'events'; endpointId: string; batchKeys: readonly number[] }
  /** Something changed: about this endpoint, or, when null, about anything of the topic, which must then be read again. */
  | { kind: 'changed'; endpointId: string | null }
  /** Somebody was signed out, or a key was revoked: subscribers may have lost access. */
  | { kind: 'access' }

export type Notification = { topic: Topic; event: LiveEvent }

/** Identifies a topic among all topics. */
export function topicId({ kind, key }: Topic): string {
  return `${kind} ${key}`
}

/** Builds the notification that anything of the account may have changed. */
export function accountChanged(accountKey: number): Notification {
  return { topic: { kind: 'account', key: accountKey }, event: { kind: 'changed', endpointId: null } }
}

/** Builds the notification that there may be messages to pull from a queue. */
export function queueChanged(queueKey: number): Notification {
  return { topic: { kind: 'queue', key: queueKey }, event: { kind: 'changed', endpointId: null } }
}

/** A saved decision about an endpoint. */
export type Decision = { stored: StoredEndpoint; consequences: readonly Consequence[] }

/** Turns saved decisions into notifications for the owners, readers and consumers of their endpoints. */
export function toNotifications(decisions: readonly Decision[]): Notification[] {
  return decisions.flatMap(({ stored, consequences }) => {
    const { accountKey, endpoint } = stored
    const endpointId = endpoint.id
    if (consequences.length === 0) return []
    const notifications: Notification[] = []
    const batchKeys = consequences.flatMap((one) => (one.kind === 'events' ? [one.key] : []))
    if (batchKeys.length > 0) {
      const topic: Topic = { kind: 'telemetry', key: stored.key }
      notifications.push({ topic, event: { kind: 'events', endpointId, batchKeys } })
    }
    // New settings of a queue may turn its pulls off.
    const isQueueChanged = consequences.some(
      ({ kind }) => kind === 'messages' || (kind === 'settings' && isQueue(endpoint)),
    )
    if (isQueueChanged) notifications.push(queueChanged(stored.key))
    if (accountKey === null) return notifications
    const submissionKeys = consequences.flatMap((one) =>
      one.kind === 'submission' && one.spamReasons === null ? [one.key] : [],
    )
    const event: LiveEvent =
      submissionKeys.length > 0
        ? { kind: 'submission', endpointId, submissionKeys }
        : { kind: 'changed', endpointId }
    return [...notifications, { topic: { kind: 'account', key: accountKey }, event }]
  })
}

/** Lists the accounts that may have new submissions: one has arrived, or was judged. */
export function listAccountsWithArrivals(decisions: readonly Decision[]): number[] {
  const accounts = new Set<number>()
  for (const { stored, consequences } of decisions) {
    const mayBeNew = consequences.some(({ kind }) => kind === 'submission' || kind === 'verdict')
    if (mayBeNew && stored.accountKey !== null) accounts.add(stored.accountKey)
  }
  return [...accounts]
}

/** Notifications that wait for the next round. */
type NotificationBuffer = {
  add(notification: Notification): void
  /** Returns the merged notifications, each topic's in order, and empties the buffer. */
  take(): Notification[]
}

type BufferedTopic = {
  topic: Topic
  keyCount: number
  access: boolean
  /** Set when subscribers must read everything again. */
  all: boolean
  endpoints: Map<string, { keys: number[]; changed: boolean }>
}

/** Creates a buffer that merges notifications, so that a busy endpoint costs per round and not per submission. */
export function createNotificationBuffer(): NotificationBuffer {
  let topics = new Map<string, BufferedTopic>()

  function add({ topic, event }: Notification): void {
    const id = topicId(topic)
    const buffered = topics.get(id) ?? emptyTopic(topic)
    topics.set(id, buffered)
    if (event.kind === 'access') buffered.access = true
    else if (event.endpointId === null) buffered.all = true
    else if (buffered.keyCount <= MAX_KEYS) addEndpoint(buffered, event.endpointId, getKeys(event))
  }

  return {
    add,
    take() {
      const buffered = topics
      topics = new Map()
      return [...buffered.values()].flatMap(toTopicNotifications)
    },
  }
}

function emptyTopic(topic: Topic): BufferedTopic {
  return { topic, keyCount: 0, access: false, all: false, endpoints: new Map() }
}

function getKeys(event: LiveEvent): readonly number[] {
  if (event.kind === 'submission') return event.submissionKeys
  return event.kind === 'events' ? event.batchKeys : []
}

function addEndpoint(buffered: BufferedTopic, endpointId: string, keys: readonly number[]): void {
  buffered.keyCount += keys.length
  if (buffered.keyCount > MAX_KEYS) {
    buffered.all = true
    buffered.endpoints.clear()
    return
  }
  const endpoint = buffered.endpoints.get(endpointId) ?? { keys: [], changed: false }
  buffered.endpoints.set(endpointId, endpoint)
  if (keys.length === 0) endpoint.changed = true
  else endpoint.keys.push(...keys)
}

function toTopicNotifications({ topic, access, all, endpoints }: BufferedTopic): Notification[] {
  const events: LiveEvent[] = access ? [{ kind: 'access' }] : []
  for (const [endpointId, { keys, changed }] of endpoints) {
    for (let from = 0; from < keys.length; from += MAX_KEYS_PER_EVENT) {
      const some = keys.slice(from, from + MAX_KEYS_PER_EVENT)
      events.push(
        topic.kind === 'telemetry'
          ? { kind: 'events', endpointId, batchKeys: some }
          : { kind: 'submission', endpointId, submissionKeys: some },
      )
    }
    if (changed && !all) events.push({ kind: 'changed', endpointId })
  }
  if (all) events.push({ kind: 'changed', endpointId: null })
  return events.map((event) => ({ topic, event }))
}
