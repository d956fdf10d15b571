/** When a submission was moved to the trash, and the folder its owner had moved it to before. */
const STATEMENTS = [
  `alter table submissions add column trashed_at bigint`,
  `alter table submissions add column trashed_from text`,
  `create index submissions_in_trash on submissions (trashed_at) where trashed_at is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
