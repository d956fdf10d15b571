/** The reason of a retry, and the limits that owners set for their queues. */
const STATEMENTS = [
  `alter table messages add column reason text`,
  `alter table queue_counts add column max_deliveries integer`,
  `alter table queue_counts add column retention_days integer`,
  `create index queue_counts_with_limits on queue_counts (retention_days, max_deliveries)
     where retention_days is not null or max_deliveries is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
