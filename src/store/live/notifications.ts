import type { Consequence } from '../contract/changes.ts'
import type { LiveEvent } from '../contract/live-store.ts'
import type { StoredEndpoint } from '../endpoints/endpoints.ts'

/** The most submissions of one account that are told one by one within one round; beyond, it looks afresh. */
const MAX_KEYS = 1000
/** The most that one event names. */
const KEYS_AN_EVENT = 100

export type Notification = { accountKey: number; event: LiveEvent }

/** Anything of the account may have changed. */
export function accountChanged(accountKey: number): Notification {
  return { accountKey, event: { kind: 'changed', endpointId: null } }
}

/** What was decided about an endpoint. */
export type Decision = { stored: StoredEndpoint; consequences: readonly Consequence[] }

/** What decisions that have been saved are to the owners of their endpoints. */
export function notificationsOf(decisions: readonly Decision[]): Notification[] {
  return decisions.flatMap(({ stored, consequences }) => {
    const { accountKey, endpoint } = stored
    if (consequences.length === 0) return []
    const batchKeys = consequences.flatMap((one) => (one.kind === 'events' ? [one.key] : []))
    const events: Notification[] =
      batchKeys.length > 0
        ? [
            {
              accountKey: telemetryTopic(stored.key),
              event: { kind: 'events', endpointId: endpoint.id, batchKeys },
            },
          ]
        : []
    if (accountKey === null) return events
    const submissionKeys = consequences.flatMap((one) =>
      one.kind === 'submission' && one.spamReasons === null ? [one.key] : [],
    )
    const event: LiveEvent =
      submissionKeys.length > 0
        ? { kind: 'submission', endpointId: endpoint.id, submissionKeys }
        : { kind: 'changed', endpointId: endpoint.id }
    return [...events, { accountKey, event }]
  })
}

/**
 * Where the events of one endpoint are told: among the accounts, where none has a key below zero. Who follows an endpoint need
 * not own it, and it may have no owner.
 */
export function telemetryTopic(endpointKey: number): number {
  return -endpointKey
}

/** What is told of this account, or in the place of events, by keys. */
export function toNotification(
  accountKey: number,
  endpointId: string,
  keys: readonly number[],
): Notification {
  return accountKey < 0
    ? { accountKey, event: { kind: 'events', endpointId, batchKeys: keys } }
    : { accountKey, event: { kind: 'submission', endpointId, submissionKeys: keys } }
}

/** The queues into which messages were put. */
export function queuesWithNewMessages(decisions: readonly Decision[]): Set<number> {
  const published = decisions.filter(({ consequences }) =>
    consequences.some(({ kind }) => kind === 'messages'),
  )
  return new Set(published.map(({ stored }) => stored.key))
}

/** News that wait to be told together. */
export type NotificationBuffer = {
  add(news: Notification): void
  /** Hands out what was gathered, each account's in order, and begins anew. */
  take(): Notification[]
}

type OfAccount = { keys: number; all: boolean; access: boolean; endpoints: Map<string, OfEndpoint> }
type OfEndpoint = { keys: number[]; changed: boolean }

/** Gathers news, so that a busy endpoint is told by the round and not by the submission; bounded by the account. */
export function createNotificationBuffer(): NotificationBuffer {
  let accounts = new Map<number, OfAccount>()

  function add({ accountKey, event }: Notification): void {
    const account = entryOf(accounts, accountKey, () => ({
      keys: 0,
      all: false,
      access: false,
      endpoints: new Map(),
    }))
    if (event.kind === 'access') {
      account.access = true
      return
    }
    if (event.endpointId === null) {
      account.all = true
      return
    }
    // What else there is to tell is told by looking afresh.
    if (account.keys > MAX_KEYS) return
    const endpoint = entryOf(account.endpoints, event.endpointId, () => ({ keys: [], changed: false }))
    if (event.kind === 'changed') {
      endpoint.changed = true
      return
    }
    const keys = event.kind === 'events' ? event.batchKeys : event.submissionKeys
    account.keys += keys.length
    if (account.keys > MAX_KEYS) {
      account.all = true
      account.endpoints.clear()
    } else {
      endpoint.keys.push(...keys)
    }
  }

  return {
    add,
    take() {
      const taken = accounts
      accounts = new Map()
      return [...taken].flatMap(([accountKey, account]) => newsOfAccount(accountKey, account))
    },
  }
}

function newsOfAccount(accountKey: number, account: OfAccount): Notification[] {
  const news: Notification[] = account.access ? [{ accountKey, event: { kind: 'access' } }] : []
  for (const [endpointId, { keys, changed }] of account.endpoints) {
    for (let told = 0; told < keys.length; told += KEYS_AN_EVENT) {
      news.push(toNotification(accountKey, endpointId, keys.slice(told, told + KEYS_AN_EVENT)))
    }
    if (changed && !account.all) news.push({ accountKey, event: { kind: 'changed', endpointId } })
  }
  if (account.all) news.push(accountChanged(accountKey))
  return news
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const fresh = make()
  map.set(key, fresh)
  return fresh
}
