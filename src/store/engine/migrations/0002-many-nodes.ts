/**
 * What many nodes on one database need: keys that no two of them give out, rows to lock, and no foreign key between
 * tables whose oldest rows are dropped by the partition.
 *
 * Submissions and jobs get new keys, sixteen apart, so that a job stands on the key of its submission. Their public
 * ids change with them, which nothing looked up before.
 */
export const sqlite = [
  `create table instance (id integer primary key check (id = 1), secret_mark text not null)`,
  `create table key_reservation (id integer primary key check (id = 1), next integer not null)`,
  `insert into key_reservation (id, next) select 1, 16 * (max(next) + 1) from sequences`,
  `drop table sequences`,

  `create table mailboxes (
     mailbox_key text primary key,
     consented_at integer,
     suppressed_at integer,
     suppression_reason text) without rowid`,
  `insert into mailboxes (mailbox_key, consented_at, suppressed_at, suppression_reason)
     select known.mailbox_key, given_at, suppressed_at, reason
     from (select mailbox_key from endpoints
           union select mailbox_key from consents
           union select mailbox_key from suppressions) as known
     left join consents on consents.mailbox_key = known.mailbox_key
     left join suppressions on suppressions.mailbox_key = known.mailbox_key`,
  `drop table consents`,
  `drop table suppressions`,

  `create table creators (address_key text primary key) without rowid`,
  `insert into creators (address_key) select distinct address_key from creations`,

  `create table claim_emails (endpoint_key integer primary key, job_key integer not null)`,
  `create index claim_emails_of_job on claim_emails (job_key)`,
  `insert into claim_emails (endpoint_key, job_key)
     select endpoint_key, 16 * submission_key from jobs where kind = 'claim'`,

  `create table kept_attempts (
     key integer primary key,
     job_key integer not null,
     started_at integer not null,
     ended_at integer,
     outcome text,
     answer text)`,
  `insert into kept_attempts
     select 16 * attempts.key, 16 * jobs.submission_key, attempts.started_at, ended_at, attempts.outcome, answer
     from attempts join jobs on jobs.key = attempts.job_key`,
  `create table kept_jobs (
     key integer primary key,
     kind text not null,
     endpoint_key integer not null,
     submission_key integer not null,
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
  `insert into kept_jobs
     select 16 * submission_key, kind, endpoint_key, 16 * submission_key, mailbox_key, created_at, due_at, held_at,
            started_at, attempts, lease, leased_by, leased_until, settled_at, outcome
     from jobs`,
  `create table kept_submissions (
     key integer primary key,
     endpoint_key integer not null,
     received_at integer not null,
     fields text not null,
     spam_reasons text)`,
  `insert into kept_submissions
     select 16 * key, endpoint_key, received_at, fields, spam_reasons from submissions order by key`,
  `drop table attempts`,
  `drop table jobs`,
  `drop table submissions`,
  `alter table kept_attempts rename to attempts`,
  `alter table kept_jobs rename to jobs`,
  `alter table kept_submissions rename to submissions`,
  `create index attempts_of_job on attempts (job_key)`,
  `create index jobs_due on jobs (due_at) where due_at is not null`,
  `create index jobs_held on jobs (mailbox_key) where held_at is not null`,
  `create index jobs_started on jobs (mailbox_key, started_at) where started_at is not null`,
  `create index jobs_leased on jobs (leased_by) where leased_by is not null`,
  `create index submissions_of_endpoint on submissions (endpoint_key, key)`,
  `create index spam_of_endpoint on submissions (endpoint_key, key) where spam_reasons is not null`,
]

export const postgres = [
  `create table instance (id smallint primary key check (id = 1), secret_mark text not null)`,
  `create table key_reservation (id smallint primary key check (id = 1), next bigint not null)`,
  `insert into key_reservation (id, next) values (1, 16)`,

  `create table accounts (
     key bigint primary key,
     mailbox text not null unique,
     plan text not null,
     created_at bigint not null)`,

  `create table mailboxes (
     mailbox_key text primary key,
     consented_at bigint,
     suppressed_at bigint,
     suppression_reason text)`,

  // Every submission changes a row here: room on its page lets the new version stand beside the old one.
  `create table endpoints (
     key bigint primary key,
     id text not null unique,
     recipient text not null,
     mailbox_key text not null,
     created_at bigint not null,
     last_submission_at bigint,
     submission_count bigint not null,
     counted_month text,
     month_count bigint not null,
     claim_email_at bigint,
     claimed_at bigint,
     account_key bigint references accounts (key),
     retired_at bigint,
     mail_stopped_at bigint) with (fillfactor = 70)`,

  `create table submissions (
     key bigint primary key,
     endpoint_key bigint not null,
     received_at bigint not null,
     fields text not null,
     spam_reasons text) partition by range (key)`,
  `create index submissions_of_endpoint on submissions (endpoint_key, key)`,
  `create index spam_of_endpoint on submissions (endpoint_key, key) where spam_reasons is not null`,
  `create table submissions_rest partition of submissions default`,

  `create table jobs (
     key bigint primary key,
     kind text not null,
     endpoint_key bigint not null,
     submission_key bigint not null,
     mailbox_key text not null,
     created_at bigint not null,
     due_at bigint,
     held_at bigint,
     started_at bigint,
     attempts bigint not null default 0,
     lease text,
     leased_by text,
     leased_until bigint,
     settled_at bigint,
     outcome text) partition by range (key)`,
  `create index jobs_due on jobs (due_at) where due_at is not null`,
  `create index jobs_held on jobs (mailbox_key) where held_at is not null`,
  `create index jobs_started on jobs (mailbox_key, started_at) where started_at is not null`,
  `create index jobs_leased on jobs (leased_by) where leased_by is not null`,
  `create table jobs_rest partition of jobs default`,
  `create table claim_emails (endpoint_key bigint primary key, job_key bigint not null)`,
  `create index claim_emails_of_job on claim_emails (job_key)`,

  `create table attempts (
     key bigint primary key,
     job_key bigint not null,
     started_at bigint not null,
     ended_at bigint,
     outcome text,
     answer text) partition by range (key)`,
  `create index attempts_of_job on attempts (job_key)`,
  `create table attempts_rest partition of attempts default`,

  `create table creators (address_key text primary key)`,
  `create table creations (key bigint primary key, address_key text not null, created_at bigint not null)`,
  `create index creations_of_address on creations (address_key, created_at)`,
  `create index creations_by_age on creations (created_at)`,

  `create table remembered_answers (
     key text primary key,
     fingerprint text not null,
     answer text not null,
     remembered_at bigint not null)`,
  `create index remembered_by_age on remembered_answers (remembered_at)`,

  `create table mail_pause (
     id smallint primary key check (id = 1),
     since bigint not null,
     until bigint not null,
     reason text not null)`,
]
