import { type Integer, withoutRowid } from './tables.ts'

/**
 * The work of owners on their submissions: labels, stars, notes and assignees stand beside `submissions`, so that one that arrives
 * writes nothing of them, and saved views of the inbox.
 */
export function workTables(integer: Integer): string[] {
  return [
    // `folded`: `foldName` of the name.
    `create table labels (
       key ${integer} primary key,
       account_key ${integer} not null references accounts (key),
       name text not null,
       folded text not null,
       color text not null,
       created_at ${integer} not null)`,
    `create unique index labels_by_name on labels (account_key, folded)`,
    `create table submission_labels (
       label_key ${integer} not null,
       submission_key ${integer} not null,
       primary key (label_key, submission_key))${withoutRowid(integer)}`,
    `create index labels_of_submission on submission_labels (submission_key)`,
    `create table submission_work (
       submission_key ${integer} primary key,
       account_key ${integer} not null,
       starred_at ${integer},
       note text,
       assignee ${integer})`,
    `create index submission_work_of_account on submission_work (account_key)`,
    `create index starred_submissions on submission_work (account_key, submission_key)
       where starred_at is not null`,
    `create index assigned_submissions on submission_work (account_key, assignee, submission_key)
       where assignee is not null`,
    // `filter`: JSON, as the API shows it.
    `create table inbox_views (
       key ${integer} primary key,
       account_key ${integer} not null references accounts (key),
       name text not null,
       folded text not null,
       filter text not null,
       created_at ${integer} not null)`,
    `create unique index inbox_views_by_name on inbox_views (account_key, folded)`,
  ]
}
