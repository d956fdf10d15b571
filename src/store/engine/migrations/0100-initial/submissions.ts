import { createWeeklyTable, type Integer } from './tables.ts'

/** The folder of a submission: where its owner put it, else by its verdict. */
function folder(row: '' | 'old.' | 'new.' = ''): string {
  return `coalesce(${row}moved_to, case when ${row}spam_reasons is null then 'inbox' else 'spam' end)`
}

/** Finds the entry of a submission in an index, as it was before the change. */
const OLD_ENTRY = `endpoint_key = old.endpoint_key and folder = ${folder('old.')}
       and unread = (old.read_at is null) and key = old.key`

export const sqlite: readonly string[] = [
  ...submissionTable('integer'),
  // An entry in the middle of an index costs SQLite a page for each submission, as much as the submission itself. So
  // submissions are indexed in batches after they were accepted, and the view reads the newest where they stand. A small
  // index stands in front of the large one: a batch of submissions to a thousand endpoints changes a thousand pages of a
  // large index, and the few pages of a small one; each endpoint moves on with several submissions at a time
  // (`dialects/sqlite/submission-index.ts`).
  ...['submission_index', 'submission_index_recent'].map(
    (index) => `create table ${index} (
       endpoint_key integer not null,
       folder text not null,
       unread integer not null,
       key integer not null,
       primary key (endpoint_key, folder, unread, key)) without rowid`,
  ),
  // `moved_up_to`: the endpoint up to which entries have moved on; the next ones are those of the endpoints behind it.
  `create table submission_index_progress (
     id integer primary key check (id = 1),
     indexed_up_to integer not null,
     moved_up_to integer not null default 0)`,
  `insert into submission_index_progress (id, indexed_up_to) values (1, 0)`,
  // NOTE: without the casts the parts differ in their affinity, and SQLite sorts all of an endpoint for a page.
  `create view submissions_by_endpoint as
     select endpoint_key, folder, unread, key from submission_index
     union all
     select endpoint_key, folder, unread, key from submission_index_recent
     union all
     select endpoint_key, cast(${folder()} as text) as folder, cast(read_at is null as integer) as unread, key
     from submissions where key > (select indexed_up_to from submission_index_progress)`,
  `create trigger submission_index_deleted after delete on submissions begin
     delete from submission_index where ${OLD_ENTRY};
     delete from submission_index_recent where ${OLD_ENTRY};
   end`,
  `create trigger submission_index_moved after update of moved_to, read_at, spam_reasons on submissions begin
     update submission_index set folder = ${folder('new.')}, unread = (new.read_at is null) where ${OLD_ENTRY};
     update submission_index_recent set folder = ${folder('new.')}, unread = (new.read_at is null) where ${OLD_ENTRY};
   end`,
]

export const postgres: readonly string[] = [
  ...submissionTable('bigint'),
  // The columns of the expressions are included, without which PostgreSQL would read the rows themselves.
  `create index submissions_in_folder on submissions
     (endpoint_key, (${folder()}), (case when read_at is null then 1 else 0 end), key)
     include (moved_to, spam_reasons, read_at)`,
  `create view submissions_by_endpoint as
     select endpoint_key, ${folder()} as folder, case when read_at is null then 1 else 0 end as unread, key
     from submissions`,
]

function submissionTable(integer: Integer): string[] {
  return [
    ...createWeeklyTable(
      integer,
      'submissions',
      `key ${integer} primary key,
       endpoint_key ${integer} not null,
       received_at ${integer} not null,
       fields text not null,
       spam_reasons text,
       spam_class text,
       unjudged_at ${integer},
       moved_to text,
       trashed_at ${integer},
       trashed_from text,
       read_at ${integer},
       sent_at ${integer},
       import_hash text,
       withdrawn_at ${integer},
       answer text,
       answered_at ${integer},
       receipt_shown smallint,
       file_count ${integer},
       ciphertext text`,
    ),
    `create index spam_of_endpoint on submissions (endpoint_key, spam_class, key)
       where spam_class is not null and moved_to is null`,
    `create index submissions_in_trash on submissions (trashed_at) where trashed_at is not null`,
    `create index submissions_imported on submissions (endpoint_key, import_hash) where import_hash is not null`,
  ]
}
