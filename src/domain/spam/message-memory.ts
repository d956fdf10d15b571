import { getControlUse } from '../submissions/control-names.ts'
import { getFieldRole, isBlank } from '../submissions/field-roles.ts'
import { type Field, stringifyFields } from '../submissions/fields.ts'
import { DAY, HOUR, later } from '../time.ts'
import type { ReadText } from './read-texts.ts'
import { combineHashes, hashMessage, hashText, NO_SIGHTINGS, type Sightings } from './sightings.ts'

/** Number of messages after which the older half of what is remembered is forgotten. */
const MAX_MESSAGES_PER_GENERATION = 10_000
/** Number of sightings of an entry that are remembered, the newest: more would tell no more. */
const MAX_TIMES = 5
/** Number of submissions of an entry that the owner can settle it with, the newest. */
const MAX_KEYS = 20
const COPIES_MS = DAY
const BURST_MS = HOUR

/** A message at one form, as hashes. */
type MessageId = {
  /** Its text, whoever sent it. */
  text: number
  /** All that was sent, with the fields that name its sender. */
  copy: number
}

type Entry = { text: number; times: readonly number[]; keys: readonly number[] }

/**
 * Memory of recent messages, in which copies are found. It belongs to this process: a restart empties it, and each node counts
 * for itself. A table would cost a submission more than all other rules of the filter.
 */
export type MessageMemory = {
  /** Returns the hashes of a submission; null where it has no message that is compared, or nothing names its sender. */
  identify(submission: {
    endpointKey: number
    fields: readonly Field[]
    texts: readonly ReadText[]
  }): MessageId | null
  find(message: MessageId, now: Date): Sightings
  /** Counts a submission, for those that follow. Spam does not count: it is no copy in the owner's inbox. */
  add(message: MessageId, submission: { submissionKey: number; isSpam: boolean; now: Date }): void
  /** Stops counting copies of the texts of these submissions: their owner has opened, answered or moved one of them. */
  settle(submissionKeys: readonly number[], now: Date): void
  /** Counts copies of their texts again: their owner called one of them spam. */
  unsettle(submissionKeys: readonly number[]): void
}

/** @param seed unpredictable number of 32 bits, so that nobody can make two messages with one hash */
export function createMessageMemory(seed: number): MessageMemory {
  const copies = createGenerations<Entry>()
  const settled = createGenerations<number>()

  const countSince = (times: readonly number[] | undefined, since: Date) =>
    times?.filter((at) => at > since.getTime()).length ?? 0
  const listTexts = (submissionKeys: readonly number[]) => {
    const wanted = new Set(submissionKeys)
    return copies.list().flatMap(({ text, keys }) => (keys.some((key) => wanted.has(key)) ? [text] : []))
  }

  return {
    identify({ endpointKey, fields, texts }) {
      const hash = hashMessage(texts, seed)
      if (hash === null) return null
      const submission = hashSubmission(fields, seed)
      if (submission === null) return null
      const text = combineHashes(hash, endpointKey)
      return { text, copy: combineHashes(text, submission) }
    },
    find({ text, copy }, now) {
      const dayAgo = later(now, -COPIES_MS)
      if ((settled.get(text) ?? 0) > dayAgo.getTime()) return NO_SIGHTINGS
      const times = copies.get(copy)?.times
      return { copies: countSince(times, dayAgo), recent: countSince(times, later(now, -BURST_MS)) }
    },
    add({ text, copy }, { submissionKey, isSpam, now }) {
      const at = now.getTime()
      const { times = [], keys = [] } = copies.get(copy) ?? {}
      copies.set(copy, {
        text,
        times: isSpam ? times : [...times, at].slice(-MAX_TIMES),
        keys: [...keys, submissionKey].slice(-MAX_KEYS),
      })
    },
    settle(submissionKeys, now) {
      for (const text of listTexts(submissionKeys)) settled.set(text, now.getTime())
    },
    unsettle(submissionKeys) {
      for (const text of listTexts(submissionKeys)) settled.delete(text)
    },
  }
}

/** A map that forgets the entries that were not set for longest. */
type Generations<Value> = {
  get(key: number): Value | undefined
  set(key: number, value: Value): void
  delete(key: number): void
  list(): Value[]
}

function createGenerations<Value>(): Generations<Value> {
  let newer = new Map<number, Value>()
  let older = new Map<number, Value>()
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (newer.size >= MAX_MESSAGES_PER_GENERATION) {
        older = newer
        newer = new Map()
      }
      newer.set(key, value)
    },
    delete(key) {
      newer.delete(key)
      older.delete(key)
    },
    list: () => [...newer.values(), ...[...older].flatMap(([key, value]) => (newer.has(key) ? [] : [value]))],
  }
}

/** Roles of fields that differ between visitors. Company and subject are often the same for all that a page sends. */
const NAMING_ROLES: ReadonlySet<string> = new Set(['name', 'first_name', 'last_name', 'email', 'phone'])

/**
 * Returns a hash of all that a visitor sent; null where nothing names the sender, as then all visitors would be one.
 *
 * NOTE: the hash covers every field, because anybody can send with the name and address of another. The owner therefore has
 * each repeat in the inbox word by word, and nobody can hide a message by sending others in its sender's name.
 */
function hashSubmission(fields: readonly Field[], seed: number): number | null {
  const sent = fields.filter(({ name }) => {
    const use = getControlUse(name)
    return use === null || use === 'reply_to'
  })
  return sent.some(namesSender) ? hashText(stringifyFields(sent), seed) : null
}

function namesSender({ name, value }: Field): boolean {
  if (isBlank(value)) return false
  return getControlUse(name) === 'reply_to' || NAMING_ROLES.has(getFieldRole(name) ?? '')
}
