/** Keys may expire. Those that exist do not. */
const STATEMENTS = [
  `alter table api_keys add column expires_at bigint`,
  `alter table endpoint_keys add column expires_at bigint`,
  `create index api_keys_by_expiry on api_keys (expires_at) where expires_at is not null`,
  `create index endpoint_keys_by_expiry on endpoint_keys (expires_at) where expires_at is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
