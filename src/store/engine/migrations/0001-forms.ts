/** Form endpoints, their submissions, and the emails that carry them. */
export const sqlite = [
  `create table sequences (name text primary key, next integer not null)`,
  `insert into sequences (name, next) values
     ('endpoint', 1), ('submission', 1), ('job', 1), ('attempt', 1), ('account', 1)`,

  `create table accounts (
     key integer primary key,
     mailbox text not null unique,
     plan text not null,
     created_at integer not null)`,

  `create table endpoints (
     key integer primary key,
     id text not null unique,
     recipient text not null,
     mailbox_key text not null,
     created_at integer not null,
     last_submission_at integer,
     submission_count integer not null,
     counted_month text,
     month_count integer not null,
     claim_email_at integer,
     claimed_at integer,
     account_key integer references accounts (key),
     retired_at integer,
     mail_stopped_at integer)`,

  `create table submissions (
     key integer primary key,
     endpoint_key integer not null references endpoints (key),
     received_at integer not null,
     fields text not null,
     spam_reasons text)`,
  `create index submissions_of_endpoint on submissions (endpoint_key, key)`,
  `create index spam_of_endpoint on submissions (endpoint_key, key) where spam_reasons is not null`,

  `create table jobs (
     key integer primary key,
     kind text not null,
     endpoint_key integer not null references endpoints (key),
     submission_key integer not null references submissions (key) on delete cascade,
     mailbox_key text not null,
     created_at integer not null,
     due_at integer,
     held_at integer,
     started_at integer,
     attempts integer not null default 0,
     lease text,
     leased_by text,
     leased_until integer,
     settled_at integer,
     outcome text)`,
  `create index jobs_due on jobs (due_at) where due_at is not null`,
  `create index jobs_held on jobs (mailbox_key) where held_at is not null`,
  `create index jobs_started on jobs (mailbox_key, started_at) where started_at is not null`,
  `create index jobs_leased on jobs (leased_by) where leased_by is not null`,
  `create index jobs_of_submission on jobs (submission_key)`,
  // One claim email job per endpoint, whatever the rules above the store may think.
  `create unique index one_claim_email on jobs (endpoint_key) where kind = 'claim'`,

  `create table attempts (
     key integer primary key,
     job_key integer not null references jobs (key) on delete cascade,
     started_at integer not null,
     ended_at integer,
     outcome text,
     answer text)`,
  `create index attempts_of_job on attempts (job_key)`,

  `create table creations (key integer primary key, address_key text not null, created_at integer not null)`,
  `create index creations_of_address on creations (address_key, created_at)`,
  `create index creations_by_age on creations (created_at)`,

  `create table consents (mailbox_key text primary key, given_at integer not null)`,
  `create table suppressions (
     mailbox_key text primary key,
     suppressed_at integer not null,
     reason text not null)`,

  `create table remembered_answers (
     key text primary key,
     fingerprint text not null,
     answer text not null,
     remembered_at integer not null)`,
  `create index remembered_by_age on remembered_answers (remembered_at)`,

  `create table mail_pause (
     id integer primary key check (id = 1),
     since integer not null,
     until integer not null,
     reason text not null)`,
]

/** PostgreSQL begins with the second migration. */
export const postgres: readonly string[] = []
