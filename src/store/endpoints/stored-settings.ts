import type { Kysely } from 'kysely'
import { isAgreed } from '../../domain/destinations/destination.ts'
import type {
  Destination,
  Disabled,
  EmailDestination,
  Push,
  WebDestination,
} from '../../domain/destinations/destination-kinds.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { type EndpointSettings, NO_SETTINGS } from '../../domain/endpoints/settings.ts'
import {
  NO_SPAM_LISTS,
  NO_SPAM_SETTINGS,
  type SpamLevel,
  type SpamLists,
} from '../../domain/spam/spam-settings.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'
import { deleteSpamListsOf, saveSpamLists } from './spam-lists.ts'

/** A destination as JSON: its times are text. */
type StoredDestination = StoredEmailDestination | StoredWebDestination
type StoredEmailDestination = Omit<EmailDestination, 'addedAt' | 'confirmedAt' | 'stoppedAt'> & {
  addedAt: string
  confirmedAt: string | null
  stoppedAt?: string | null
}
type StoredWebDestination = Omit<
  WebDestination,
  'addedAt' | 'addressedAt' | 'provenAt' | 'disabled' | 'push'
> & {
  addedAt: string
  addressedAt: string
  provenAt: string | null
  disabled: { at: string; because: Disabled['because'] } | null
  push?: Push | null
}

/** Settings as an earlier version may have written them. */
type StoredSettings = Partial<Omit<EndpointSettings, 'destinations' | 'spam'>> & {
  destinations?: readonly StoredDestination[]
  spam?: { level: SpamLevel }
}

/** The default of each setting, as JSON. */
const DEFAULT_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries(withoutLists(NO_SETTINGS)).map(([name, value]) => [name, JSON.stringify(value)]),
)

/**
 * Serializes settings for storage, without spam lists, which have a table of their own; null while all settings have their
 * defaults.
 */
export function stringifySettings(settings: EndpointSettings): string | null {
  if (settings === NO_SETTINGS) return null
  // Each submission parses this, so defaults are left out.
  const set = Object.entries(withoutLists(settings)).filter(
    ([name, value]) => JSON.stringify(value) !== DEFAULT_TEXTS.get(name),
  )
  return JSON.stringify(Object.fromEntries(set))
}

/** Parsed settings by their text: most forms have the same ones, and they are parsed with each submission. */
const parsed = new Map<string, EndpointSettings>()
const MAX_PARSED = 1000
const MAX_PARSED_LENGTH = 200

/** Parses the result of `stringifySettings`; settings that were added later have their defaults. */
export function parseStoredSettings(text: string | null, lists: SpamLists = NO_SPAM_LISTS): EndpointSettings {
  if (text === null) return NO_SETTINGS
  if (lists !== NO_SPAM_LISTS || text.length > MAX_PARSED_LENGTH) return parseSettings(text, lists)
  const known = parsed.get(text)
  if (known) return known
  if (parsed.size >= MAX_PARSED) parsed.clear()
  const settings = parseSettings(text, lists)
  parsed.set(text, settings)
  return settings
}

function parseSettings(text: string, lists: SpamLists): EndpointSettings {
  const { destinations = [], spam = NO_SPAM_SETTINGS, ...stored } = JSON.parse(text) as StoredSettings
  return {
    ...NO_SETTINGS,
    ...stored,
    spam: { level: spam.level, block: lists.block, allow: lists.allow },
    destinations: destinations.map(parseDestination),
  }
}

function parseDestination(stored: StoredDestination): Destination {
  const addedAt = new Date(stored.addedAt)
  if (stored.kind === 'email') {
    const stoppedAt = parseInstant(stored.stoppedAt ?? null)
    return { ...stored, addedAt, confirmedAt: parseInstant(stored.confirmedAt), stoppedAt }
  }
  const { disabled } = stored
  return {
    ...stored,
    addedAt,
    addressedAt: new Date(stored.addressedAt),
    provenAt: parseInstant(stored.provenAt),
    disabled: disabled && { ...disabled, at: new Date(disabled.at) },
    push: stored.push ?? null,
  }
}

function withoutLists({ spam, ...settings }: EndpointSettings) {
  return { ...settings, spam: { level: spam.level } }
}

function parseInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Writes the settings of an endpoint, its language among them, and the version that goes with them. */
export async function saveSettings(
  db: Kysely<Schema>,
  stored: FoundEndpoint & { hasSpamLists: boolean },
): Promise<void> {
  const { settings, language, version } = stored.endpoint
  const { block, allow } = settings.spam
  const hasLists = block.length > 0 || allow.length > 0
  await db
    .updateTable('endpoints')
    .set({
      settings: stringifySettings(settings),
      has_spam_lists: hasLists ? 1 : null,
      language,
      version,
    })
    .where('key', '=', stored.key)
    .execute()
  if (hasLists) await saveSpamLists(db, { key: stored.key, lists: settings.spam })
  else if (stored.hasSpamLists) await deleteSpamListsOf(db, stored.key)
  if (getKindRules(stored.endpoint).kind === 'queue') await saveQueueLimits(db, stored)
}

/** Repeats the limits of a queue where the purge finds them, and that it is pushed where the worker of pushes does. */
async function saveQueueLimits(db: Kysely<Schema>, { key, endpoint }: FoundEndpoint): Promise<void> {
  const { maxDeliveries, retentionDays } = endpoint.settings.queueLimits
  const limits = {
    max_deliveries: maxDeliveries ?? null,
    retention_days: retentionDays ?? null,
    pushes: endpoint.settings.destinations.some(isAgreed) ? (1 as const) : null,
  }
  await db
    .insertInto('queue_counts')
    .values({ endpoint_key: key, backlog: 0, dead: 0, ...limits })
    .onConflict((conflict) => conflict.column('endpoint_key').doUpdateSet(limits))
    .execute()
}
