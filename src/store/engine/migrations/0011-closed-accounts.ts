/** When an owner deleted the account: what it held goes in batches, and goes on going after a restart. */
const both = (integer: 'integer' | 'bigint') => [
  `alter table accounts add column closed_at ${integer}`,
  `create index accounts_closed on accounts (closed_at) where closed_at is not null`,
]

export const sqlite = both('integer')
export const postgres = both('bigint')
