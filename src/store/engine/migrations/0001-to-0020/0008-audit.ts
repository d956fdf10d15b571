/** The audit log of accounts, and when the expiry of a key was recorded in it. */
const STATEMENTS = [
  `create table audit_entries (
     key bigint primary key,
     account_key bigint not null,
     at bigint not null,
     action text not null,
     actor_kind text,
     actor_key bigint,
     actor_name text,
     subject text,
     detail text)`,
  `create index audit_entries_of_account on audit_entries (account_key, key)`,
  `create index audit_entries_by_age on audit_entries (at)`,
  `alter table api_keys add column expiry_recorded_at bigint`,
  `alter table endpoint_keys add column expiry_recorded_at bigint`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
