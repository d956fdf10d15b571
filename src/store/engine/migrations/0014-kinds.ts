/**
 * Three kinds of endpoints: what they accepted is called so whatever it is; events and messages are counted by the account;
 * an endpoint may have keys of its own; a claim email may be about no submission.
 */
const both = (integer: 'integer' | 'bigint') => [
  `alter table endpoints rename column submission_count to accepted_count`,
  `alter table endpoints rename column last_submission_at to last_accepted_at`,
  `create table account_counts (
     counter text primary key,
     account_key ${integer} not null,
     kind text not null,
     month text,
     count ${integer} not null default 0)`,
  `create index account_counts_of on account_counts (account_key)`,
  `insert into account_counts (counter, account_key, kind)
     select key || ' ' || kinds.kind, key, kinds.kind from accounts cross join (select 'telemetry' as kind union all select 'queue') as kinds`,
  `create table endpoint_keys (
     key ${integer} primary key,
     endpoint_key ${integer} not null,
     id text not null unique,
     hash text not null,
     name text not null,
     scopes text not null,
     created_at ${integer} not null,
     used_at ${integer})`,
  // What was answered to a creation is remembered for a day.
  `update remembered_answers set answer = replace(answer, '"formId":', '"endpointId":')`,
  `create index endpoint_keys_of on endpoint_keys (endpoint_key, key)`,
]

export const sqlite = both('integer')
export const postgres = both('bigint')
