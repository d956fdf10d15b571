import type { Integer } from './tables.ts'

/** Devices that are told about new submissions. The end of a session ends those that were added with it, whatever ended it. */
export function deviceTables(integer: Integer): string[] {
  return [
    `create table devices (
       key ${integer} primary key,
       account_key ${integer} not null references accounts (key),
       session_key ${integer} not null unique references sessions (key) on delete cascade,
       name text not null,
       language text not null,
       address_hash text not null unique,
       subscription text not null,
       server_key text not null,
       form_ids text,
       quiet_hours text,
       added_at ${integer} not null,
       notified_key ${integer} not null,
       notified_at ${integer},
       not_before ${integer},
       lease text,
       leased_until ${integer},
       failing_since ${integer},
       failures ${integer} not null default 0,
       failed_at ${integer},
       failure text,
       stopped_at ${integer})`,
    `create index devices_of_account on devices (account_key, key)`,
  ]
}
