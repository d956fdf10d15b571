/**
 * The email budget is looked up among the emails that count against it, which are few, and no longer among all that
 * ever went out: an index of all cost each email and each purge a page somewhere in the middle of it.
 */
const statements = (integer: 'integer' | 'bigint') => [
  `alter table jobs add column budgeted_at ${integer}`,
  `update jobs set budgeted_at = started_at
     where started_at is not null
     and mailbox_key in (select mailbox_key from mailboxes where consented_at is null)`,
  `drop index jobs_started`,
  `create index jobs_budgeted on jobs (mailbox_key, budgeted_at) where budgeted_at is not null`,
]

export const sqlite = statements('integer')
export const postgres = statements('bigint')
