/**
 * The networks that created endpoints, as keyed hashes: claim emails take turns by them. Those of endpoints of earlier
 * versions are unknown.
 */
const STATEMENTS = [
  `alter table endpoints add column network_key text`,
  `alter table outbox add column budget_network text`,
  `create index outbox_of_network on outbox (budget_network, kind, budgeted_at) where budget_network is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
