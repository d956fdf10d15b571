/**
 * Emails to further mailboxes: who does not want to be asked, how often one was asked, and emails about no
 * submission ahead of the queue, because they are worth nothing later.
 */
const both = (integer: 'integer' | 'bigint') => [
  `alter table mailboxes add column confirmations_refused_at ${integer}`,
  `create index jobs_of_notices on jobs (mailbox_key, created_at) where kind = 'notice'`,
  `create index notices_due on jobs (due_at) where kind = 'notice' and due_at is not null`,
]

export const sqlite = both('integer')
export const postgres = both('bigint')
