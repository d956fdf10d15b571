/** The weekly email about the spam folder. Accounts of earlier versions get it, for spam that arrives from now on. */
const STATEMENTS = [
  `alter table accounts add column spam_seen_at bigint`,
  `alter table accounts add column spam_digested_until bigint`,
  `alter table accounts add column spam_digest_stopped_at bigint`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
