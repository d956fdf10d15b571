/**
 * What owners do with what they own: settings of endpoints, folders and read marks of submissions, emails that are
 * about no submission.
 *
 * Where a submission was put, and whether it was read, stands beside its key in the file of its endpoint, so that a
 * folder is read without a look at the rows themselves.
 */
const both = (integer: 'integer' | 'bigint') => [
  `alter table endpoints add column settings text`,
  `alter table endpoints add column version ${integer} not null default 0`,
  `alter table endpoints add column opened_at ${integer}`,
  `create index endpoints_of_account on endpoints (account_key, key) where account_key is not null`,
  `alter table submissions add column moved_to text`,
  `alter table submissions add column read_at ${integer}`,
  `create table notices (
     key ${integer} primary key,
     kind text not null,
     mailbox text not null,
     data text not null,
     created_at ${integer} not null,
     expires_at ${integer} not null)`,
  `create index notices_by_age on notices (expires_at)`,
]

/** Where a submission lies: where its owner put it, else by its verdict. */
const FOLDER = `coalesce(moved_to, case when spam_reasons is null then 'inbox' else 'spam' end)`

export const sqlite = [
  ...both('integer'),
  `create table kept_jobs (
     key integer primary key,
     kind text not null,
     endpoint_key integer,
     submission_key integer,
     destination text,
     mailbox_key text not null,
     created_at integer not null,
     due_at integer,
     held_at integer,
     started_at integer,
     budgeted_at integer,
     attempts integer not null default 0,
     lease text,
     leased_by text,
     leased_until integer,
     settled_at integer,
     outcome text)`,
  `insert into kept_jobs
     select key, kind, endpoint_key, submission_key, null, mailbox_key, created_at, due_at, held_at, started_at,
            budgeted_at, attempts, lease, leased_by, leased_until, settled_at, outcome
     from jobs order by key`,
  `drop table jobs`,
  `alter table kept_jobs rename to jobs`,
  `create index jobs_due on jobs (due_at) where due_at is not null`,
  `create index jobs_held on jobs (mailbox_key) where held_at is not null`,
  `create index jobs_budgeted on jobs (mailbox_key, budgeted_at) where budgeted_at is not null`,
  `create index jobs_leased on jobs (leased_by) where leased_by is not null`,

  `drop view submissions_by_endpoint`,
  `drop trigger filed_gone`,
  `alter table filed add column unread integer not null default 1`,
  // NOTE: without the casts both halves differ in their affinity, and SQLite sorts all of an endpoint for a page.
  `create view submissions_by_endpoint as
     select endpoint_key, folder, key, unread from filed
     union all
     select endpoint_key, cast(${FOLDER} as text) as folder, key, cast(read_at is null as integer) as unread
     from submissions where key > (select up_to from filing)`,
  `create trigger filed_gone after delete on submissions begin
     delete from filed
     where endpoint_key = old.endpoint_key and folder in ('inbox', 'spam', 'archive') and key = old.key;
   end`,
  `create trigger filed_moved after update of moved_to, read_at on submissions begin
     update filed set
       folder = coalesce(new.moved_to, case when new.spam_reasons is null then 'inbox' else 'spam' end),
       unread = new.read_at is null
     where endpoint_key = old.endpoint_key and folder in ('inbox', 'spam', 'archive') and key = old.key;
   end`,
]

export const postgres = [
  ...both('bigint'),
  `alter table jobs alter column endpoint_key drop not null`,
  `alter table jobs alter column submission_key drop not null`,
  `alter table jobs add column destination text`,
  `drop view submissions_by_endpoint`,
  `drop index submissions_of_endpoint`,
  `create index submissions_in_folder on submissions (endpoint_key, (${FOLDER}), key) include (read_at)`,
  `create view submissions_by_endpoint as
     select endpoint_key, ${FOLDER} as folder, key, case when read_at is null then 1 else 0 end as unread
     from submissions`,
]
