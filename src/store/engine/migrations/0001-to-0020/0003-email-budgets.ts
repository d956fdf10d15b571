/**
 * An address gets two budgets for emails that nobody has confirmed: one for unclaimed endpoints, one for endpoints that
 * were claimed by their link. Emails begun before count against the first.
 */
const STATEMENTS = [
  `alter table outbox add column budget text`,
  `update outbox set budget = 'unclaimed' where budgeted_at is not null`,
  `create index endpoints_unconfirmed on endpoints (mailbox_key)
     where claimed_at is not null and confirmed_at is null and retired_at is null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
