import { type Integer, keyColumns } from './tables.ts'

/** Accounts, how their owners sign in, and the audit log. */
export function accountTables(integer: Integer): string[] {
  return [
    `create table accounts (
       key ${integer} primary key,
       mailbox text not null unique,
       plan text not null,
       created_at ${integer} not null,
       closed_at ${integer},
       retention_submission_days ${integer},
       retention_telemetry_days ${integer},
       retained_until ${integer},
       ham_lessons ${lessons(integer)} not null default 0,
       spam_lessons integer not null default 0,
       spam_seen_at ${integer},
       spam_digested_until ${integer},
       spam_digest_stopped_at ${integer},
       stored_bytes ${integer},
       email_key ${integer},
       encrypted_only_at ${integer},
       canned_answers text,
       language text,
       suspended_at ${integer},
       suspended_reason text)`,
    `create index accounts_closed on accounts (closed_at) where closed_at is not null`,
    `create index accounts_of_plan on accounts (plan, key)`,
    `create table suspended_mailboxes (
       mailbox_key text primary key,
       suspended_at ${integer} not null,
       suspended_reason text)`,
    `create table email_keys (
       key ${integer} primary key,
       account_key ${integer} not null references accounts (key),
       armored text not null,
       fingerprint text not null,
       algorithm text not null,
       added_at ${integer} not null,
       confirmed_at ${integer},
       expires_at ${integer},
       warned_at ${integer},
       notified_at ${integer})`,
    `create index email_keys_of_account on email_keys (account_key, key)`,
    `create index email_keys_by_expiry on email_keys (expires_at) where expires_at is not null`,
    `create index email_keys_unconfirmed on email_keys (added_at) where confirmed_at is null`,
    `create table account_counts (
       counter text primary key,
       account_key ${integer} not null,
       kind text not null,
       month text,
       count ${integer} not null default 0)`,
    `create index account_counts_of on account_counts (account_key)`,
    `create table plan_retention (
       plan text primary key,
       submission_days ${integer} not null,
       telemetry_days ${integer} not null,
       previous_submission_days ${integer},
       previous_telemetry_days ${integer},
       retention_reduced_at ${integer})`,
    `create table members (
       key ${integer} primary key,
       account_key ${integer} not null references accounts (key),
       mailbox text not null,
       endpoint_key ${integer},
       role text not null,
       invited_at ${integer} not null,
       accepted_at ${integer})`,
    `create index members_of_account on members (account_key, key)`,
    `create index members_of_mailbox on members (mailbox)`,
    ...signInTables(integer),
    `create table audit_entries (
       key ${integer} primary key,
       account_key ${integer} not null,
       at ${integer} not null,
       action text not null,
       actor_kind text,
       actor_key ${integer},
       actor_name text,
       subject text,
       detail text)`,
    `create index audit_entries_of_account on audit_entries (account_key, key)`,
    `create index audit_entries_by_age on audit_entries (at)`,
  ]
}

/** Tokens and codes are derived from keys when they are sent, and secrets are kept as hashes. */
function signInTables(integer: Integer): string[] {
  return [
    `create table sign_ins (
       key ${integer} primary key,
       account_key ${integer},
       session_key ${integer},
       mailbox_key text not null,
       browser_hash text,
       device text not null,
       next text,
       created_at ${integer} not null,
       used_at ${integer},
       tries ${integer} not null default 0)`,
    `create index sign_ins_of_mailbox on sign_ins (mailbox_key, created_at)`,
    `create index sign_ins_of_account on sign_ins (account_key) where account_key is not null`,
    `create index sign_ins_by_age on sign_ins (created_at)`,
    `create table sessions (
       key ${integer} primary key,
       hash text not null unique,
       account_key ${integer} not null references accounts (key),
       device text not null,
       created_at ${integer} not null,
       seen_at ${integer} not null,
       fresh_until ${integer} not null,
       member_key ${integer})`,
    `create index sessions_of_account on sessions (account_key, key)`,
    `create index sessions_by_use on sessions (seen_at)`,
    `create index sessions_of_member on sessions (member_key) where member_key is not null`,
    `create table api_keys (
       key ${integer} primary key,
       id text not null unique,
       hash text not null,
       account_key ${integer} not null references accounts (key),
       ${keyColumns(integer)})`,
    `create index api_keys_of_account on api_keys (account_key, key)`,
    `create index api_keys_by_expiry on api_keys (expires_at) where expires_at is not null`,
  ]
}

/** The type of a number of lessons, some of which count half: SQLite stores them as they are. */
export function lessons(integer: Integer): string {
  return integer === 'integer' ? 'integer' : 'double precision'
}
