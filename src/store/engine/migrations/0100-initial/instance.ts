import type { Integer } from './tables.ts'

/** The secrets that the instance is bound to, its keys, its clock and its status, and the results of repeated requests. */
export function instanceTables(integer: Integer): string[] {
  return [
    `create table instance (
       id integer primary key check (id = 1),
       secret_fingerprint text not null,
       link_secret_fingerprint text,
       files_id text,
       backed_up_at ${integer})`,
    `create table key_reservation (id integer primary key check (id = 1), next ${integer} not null)`,
    `insert into key_reservation (id, next) values (1, 16)`,
    `create table clock_checks (
       id integer primary key check (id = 1),
       checked_at ${integer} not null,
       paused_until ${integer})`,
    `create table status_days (
       day ${integer} not null,
       fact text not null,
       minutes ${integer} not null,
       first_minute ${integer} not null,
       last_minute ${integer} not null,
       since_minute ${integer} not null,
       primary key (day, fact))`,
    `create table storage_days (
       day ${integer} primary key,
       database_bytes ${integer} not null,
       file_bytes ${integer} not null)`,
    `create table nodes (
       name text primary key,
       version text not null,
       started_at ${integer} not null,
       seen_at ${integer} not null)`,
    `create table operator_entries (
       key ${integer} primary key,
       at ${integer} not null,
       operator text not null,
       action text not null,
       subject text,
       detail text)`,
    `create table idempotent_results (
       key text primary key,
       fingerprint text not null,
       result text not null,
       created_at ${integer} not null)`,
    `create index idempotent_results_by_age on idempotent_results (created_at)`,
  ]
}
