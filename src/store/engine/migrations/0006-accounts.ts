/**
 * How owners come in: sign-ins that were asked for, sessions of browsers, keys of programs. Nothing in them can be used
 * as it stands: tokens and codes are derived from keys when they are sent, and secrets are kept as hashes.
 */
const both = (integer: 'integer' | 'bigint') => [
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
     fresh_until ${integer} not null)`,
  `create index sessions_of_account on sessions (account_key, key)`,
  `create index sessions_by_use on sessions (seen_at)`,

  `create table api_keys (
     key ${integer} primary key,
     id text not null unique,
     hash text not null,
     account_key ${integer} not null references accounts (key),
     name text not null,
     scopes text not null,
     created_at ${integer} not null,
     used_at ${integer})`,
  `create index api_keys_of_account on api_keys (account_key, key)`,
]

export const sqlite = both('integer')
export const postgres = both('bigint')
