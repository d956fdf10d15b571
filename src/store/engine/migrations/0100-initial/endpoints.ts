import { type Integer, keyColumns, withoutRowid } from './tables.ts'

/** Endpoints, their keys and lists, the mailboxes they are for, and the limit of creations. */
export function endpointTables(integer: Integer): string[] {
  // Every submission changes a row here: room on its page lets the new version stand beside the old one.
  const fill = integer === 'bigint' ? ' with (fillfactor = 70)' : ''
  return [
    `create table endpoints (
       key ${integer} primary key,
       id text not null unique,
       recipient text not null,
       mailbox_key text not null,
       network_key text,
       created_at ${integer} not null,
       last_accepted_at ${integer},
       accepted_count ${integer} not null,
       counted_month text,
       month_count ${integer} not null,
       claim_email_at ${integer},
       claimed_at ${integer},
       confirmed_at ${integer},
       account_key ${integer} references accounts (key),
       retired_at ${integer},
       declined_at ${integer},
       purged_at ${integer},
       mail_stopped_at ${integer},
       suspended_at ${integer},
       suspended_reason text,
       language text,
       site_host text,
       settings text,
       version ${integer} not null default 0,
       opened_at ${integer},
       newest_key ${integer} not null default 0,
       test_key ${integer},
       public_link text,
       has_spam_lists integer,
       has_watches integer,
       recent_scripts text not null default '',
       handed_over_at ${integer})${fill}`,
    `create index endpoints_of_account on endpoints (account_key, key) where account_key is not null`,
    `create index endpoints_of_mailbox on endpoints (mailbox_key, key)`,
    // The oldest endpoints that nobody has claimed and whose recipients are still stored; accepting changes nothing here.
    `create index endpoints_unclaimed on endpoints (created_at) where claimed_at is null and recipient <> ''`,
    `create index endpoints_unconfirmed on endpoints (mailbox_key)
       where claimed_at is not null and confirmed_at is null and retired_at is null`,
    `create index endpoints_declined on endpoints (declined_at) where declined_at is not null and purged_at is null`,
    `create unique index endpoints_public_link on endpoints (public_link) where public_link is not null`,
    `create table endpoint_keys (
       key ${integer} primary key,
       endpoint_key ${integer} not null,
       id text not null unique,
       hash text not null,
       ${keyColumns(integer)})`,
    `create index endpoint_keys_of on endpoint_keys (endpoint_key, key)`,
    `create index endpoint_keys_by_expiry on endpoint_keys (expires_at) where expires_at is not null`,
    // Forms on their way to other owners: one at most of each.
    `create table hand_overs (
       key ${integer} primary key,
       endpoint_key ${integer} not null unique,
       account_key ${integer} not null references accounts (key),
       recipient text not null,
       mailbox_key text not null,
       language text not null,
       asked_at ${integer} not null,
       accepted_at ${integer})`,
    `create index hand_overs_of_account on hand_overs (account_key, key)`,
    // In a table of their own, so that a submission, which updates the row of its endpoint, does not write them again.
    `create table spam_lists (endpoint_key ${integer} primary key, block text not null, allow text not null)`,
    // `address` and `signing` are sealed: the database alone does not open them.
    `create table destination_secrets (
       endpoint_key ${integer} not null,
       destination_id text not null,
       address text not null,
       signing text,
       failing_since ${integer},
       primary key (endpoint_key, destination_id))${withoutRowid(integer)}`,
    ...creationTables(integer),
  ]
}

function creationTables(integer: Integer): string[] {
  return [
    `create table mailboxes (
       mailbox_key text primary key,
       confirmations_refused_at ${integer},
       undeliverable_at ${integer},
       undeliverable_until ${integer},
       undeliverable_because text,
       recent_emails text)${withoutRowid(integer)}`,
    `create index mailboxes_paused on mailboxes (undeliverable_until) where undeliverable_until is not null`,
    // A mailbox is suppressed while it has a cause: undoing one lifts what that one made and nothing else.
    `create table suppressions (
       mailbox_key text not null,
       cause text not null,
       suppressed_at ${integer} not null,
       primary key (mailbox_key, cause))${withoutRowid(integer)}`,
    `create table creation_locks (address_key text primary key)${withoutRowid(integer)}`,
    `create table creations (
       key ${integer} primary key,
       address_key text not null,
       created_at ${integer} not null)`,
    `create index creations_of_address on creations (address_key, created_at)`,
    `create index creations_by_age on creations (created_at)`,
    `create table spent_challenges (nonce text primary key, until ${integer} not null)`,
    `create index spent_challenges_by_end on spent_challenges (until)`,
  ]
}
