/**
 * Imported submissions: when they were first received elsewhere, and the hash of their content, which finds those that a
 * second import of a file would repeat.
 */
const STATEMENTS = [
  `alter table submissions add column sent_at bigint`,
  `alter table submissions add column import_hash text`,
  `create index submissions_imported on submissions (endpoint_key, import_hash) where import_hash is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
