/**
 * SQLite: a small index of the newest submissions in front of the large one. A batch of submissions to a thousand endpoints
 * changes a thousand pages of a large index, and the few pages of a small one; each endpoint moves on with several
 * submissions at a time (`dialects/sqlite/submission-index.ts`).
 */
const folder = (row: '' | 'old.' | 'new.') =>
  `coalesce(${row}moved_to, case when ${row}spam_reasons is null then 'inbox' else 'spam' end)`

const oldEntry = `endpoint_key = old.endpoint_key and folder = ${folder('old.')}
     and unread = (old.read_at is null) and key = old.key`

export const sqlite = [
  `create table submission_index_recent (
     endpoint_key integer not null,
     folder text not null,
     unread integer not null,
     key integer not null,
     primary key (endpoint_key, folder, unread, key)) without rowid`,
  // The endpoint up to which entries have moved on; the next ones are those of the endpoints behind it.
  `alter table submission_index_progress add column moved_up_to integer not null default 0`,
  `drop view submissions_by_endpoint`,
  // NOTE: without the casts the parts differ in their affinity, and SQLite sorts all of an endpoint for a page.
  `create view submissions_by_endpoint as
     select endpoint_key, folder, unread, key from submission_index
     union all
     select endpoint_key, folder, unread, key from submission_index_recent
     union all
     select endpoint_key, cast(${folder('')} as text) as folder, cast(read_at is null as integer) as unread, key
     from submissions where key > (select indexed_up_to from submission_index_progress)`,
  `drop trigger submission_index_deleted`,
  `create trigger submission_index_deleted after delete on submissions begin
     delete from submission_index where ${oldEntry};
     delete from submission_index_recent where ${oldEntry};
   end`,
  `drop trigger submission_index_moved`,
  `create trigger submission_index_moved after update of moved_to, read_at, spam_reasons on submissions begin
     update submission_index set folder = ${folder('new.')}, unread = (new.read_at is null) where ${oldEntry};
     update submission_index_recent set folder = ${folder('new.')}, unread = (new.read_at is null) where ${oldEntry};
   end`,
]
export const postgres: readonly string[] = []
