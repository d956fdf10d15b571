/** Solved challenges that a submission or a creation has used, so that none counts twice. */
const STATEMENTS = [
  `create table spent_challenges (nonce text primary key, until bigint not null)`,
  `create index spent_challenges_by_end on spent_challenges (until)`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
