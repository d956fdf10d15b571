/** Emails that count against a budget are also counted over all addresses, and over those of a domain. */
const STATEMENTS = [
  `alter table outbox add column budget_domain text`,
  `create index outbox_unconsented on outbox (budgeted_at) where budgeted_at is not null`,
  `create index outbox_unconsented_domain on outbox (budget_domain, budgeted_at) where budget_domain is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
