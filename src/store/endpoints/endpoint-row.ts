import type { Insertable, Selectable } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../domain/endpoints/settings.ts'
import { readLanguage } from '../../domain/language.ts'
import type { SpamLists } from '../../domain/spam/spam-settings.ts'
import { toDate, toMilliseconds } from '../../domain/time.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import type { EndpointChange } from '../engine/connection.ts'
import type { Schema } from '../engine/schema.ts'
import { parseStoredSettings, stringifySettings } from './stored-settings.ts'

type EndpointRow = Selectable<Schema['endpoints']>

/** An endpoint as loaded, with the key of its newest submission; the count of its account is loaded apart. */
export type StoredEndpoint = FoundEndpoint & { usage: null; newestKey: number }

/** Converts a row of `endpoints`. Its settings have only the spam lists that are passed: see `loadSpamLists`. */
export function toEndpointFacts(
  row: Omit<
    EndpointRow,
    | 'key'
    | 'mailbox_key'
    | 'network_key'
    | 'account_key'
    | 'opened_at'
    | 'newest_key'
    | 'test_key'
    | 'public_link'
    | 'has_spam_lists'
  >,
  lists?: SpamLists,
): EndpointFacts {
  return {
    id: row.id,
    recipient: row.recipient,
    createdAt: new Date(row.created_at),
    lastAcceptedAt: toDate(row.last_accepted_at),
    acceptedCount: row.accepted_count,
    countedMonth: row.counted_month,
    monthCount: row.month_count,
    claimEmailAt: toDate(row.claim_email_at),
    claimedAt: toDate(row.claimed_at),
    confirmedAt: toDate(row.confirmed_at),
    retiredAt: toDate(row.retired_at),
    declinedAt: toDate(row.declined_at),
    purgedAt: toDate(row.purged_at),
    mailStoppedAt: toDate(row.mail_stopped_at),
    language: row.language === null ? null : readLanguage(row.language),
    siteHost: row.site_host,
    recentScripts: row.recent_scripts,
    settings: row.settings === null ? NO_SETTINGS : parseStoredSettings(row.settings, lists),
    version: row.version,
  }
}

/** Builds the row of a new endpoint. */
export function toEndpointRow(
  stored: Pick<StoredEndpoint, 'key' | 'newestKey' | 'mailboxKey' | 'accountKey' | 'endpoint'>,
): Insertable<Schema['endpoints']> {
  const { id, recipient, createdAt } = stored.endpoint
  const identity = { id, recipient, mailbox_key: stored.mailboxKey, created_at: createdAt.getTime() }
  const { language, siteHost, version } = stored.endpoint
  const settings = stringifySettings(stored.endpoint.settings)
  return {
    ...identity,
    ...toCounterChange(stored),
    ...toStateChange(stored),
    language,
    site_host: siteHost,
    settings,
    version,
  }
}

/** Builds the columns that every submission changes. They are in no index, which the update would write again. */
export function toCounterChange({
  key,
  newestKey,
  endpoint,
}: Pick<StoredEndpoint, 'key' | 'newestKey' | 'endpoint'>) {
  return {
    key,
    newest_key: newestKey,
    last_accepted_at: toMilliseconds(endpoint.lastAcceptedAt),
    accepted_count: endpoint.acceptedCount,
    counted_month: endpoint.countedMonth,
    month_count: endpoint.monthCount,
    recent_scripts: endpoint.recentScripts,
  } satisfies EndpointChange
}

/** Builds the columns of the state of an endpoint; settings, the language and declines are saved apart. */
export function toStateChange({
  key,
  accountKey,
  endpoint,
}: Pick<StoredEndpoint, 'key' | 'accountKey' | 'endpoint'>) {
  return {
    key,
    claim_email_at: toMilliseconds(endpoint.claimEmailAt),
    claimed_at: toMilliseconds(endpoint.claimedAt),
    confirmed_at: toMilliseconds(endpoint.confirmedAt),
    account_key: accountKey,
    retired_at: toMilliseconds(endpoint.retiredAt),
    mail_stopped_at: toMilliseconds(endpoint.mailStoppedAt),
  } satisfies EndpointChange
}

/** Returns true when `toStateChange` of the two is the same. Instants that did not change are the same objects. */
export function isSameState(one: EndpointFacts, other: EndpointFacts): boolean {
  return (
    one.claimEmailAt === other.claimEmailAt &&
    one.claimedAt === other.claimedAt &&
    one.confirmedAt === other.confirmedAt &&
    one.retiredAt === other.retiredAt &&
    one.mailStoppedAt === other.mailStoppedAt
  )
}
