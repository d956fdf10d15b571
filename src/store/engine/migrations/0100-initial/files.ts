import type { Integer } from './tables.ts'

/**
 * Files that visitors attached; their bytes stand in a folder or a bucket. The key of a file is that of its submission or one
 * of the next. Places sort as in the list of what is stored. `file_deletions`: places whose bytes are to be deleted, until they are.
 */
export function fileTables(integer: Integer): string[] {
  return [
    `create table files (
       key ${integer} primary key,
       submission_key ${integer} not null,
       endpoint_key ${integer} not null,
       account_key ${integer} not null,
       field text not null,
       name text not null,
       type text not null,
       bytes ${integer} not null,
       sha256 text not null,
       place text${inByteOrder(integer)} not null unique,
       scan text not null,
       scanned_at ${integer} not null,
       malware text,
       link_version integer not null default 0)`,
    `create index files_of_submission on files (submission_key)`,
    `create index files_of_endpoint on files (endpoint_key)`,
    `create index files_to_scan on files (scanned_at) where scan not in ('clean', 'found')`,
    `create table file_deletions (place text primary key, due_at ${integer} not null)`,
    `create index file_deletions_due on file_deletions (due_at)`,
  ]
}

/** Sorts a text by its bytes, as SQLite does: the locale of a PostgreSQL database may order letters in another way. */
function inByteOrder(integer: Integer): string {
  return integer === 'integer' ? '' : ' collate "C"'
}
