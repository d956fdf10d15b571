/**
 * The schema of the first release, in the SQL of each database.
 *
 * Keys are integers that grow with time, sixteen apart: a delivery stands on the key of its submission or behind it, so
 * no index leads from a submission to its deliveries. On PostgreSQL the tables that grow most are partitioned by the
 * week in their key; no foreign key points at them, so that a week can be dropped.
 */
export const sqlite: readonly string[] = [
  ...endpointTables('integer'),
  `create table endpoints (${endpointColumns('integer')})`,
  ...endpointIndexes(),

  `create table submissions (${submissionColumns('integer')})`,
  ...submissionIndexes(),
  // An entry in the middle of an index costs SQLite a page for each submission, as much as the submission itself. So
  // submissions are indexed in batches after they were accepted, and the view reads the newest where they stand.
  `create table submission_index (
     endpoint_key integer not null,
     folder text not null,
     unread integer not null,
     key integer not null,
     primary key (endpoint_key, folder, unread, key)) without rowid`,
  `create table submission_index_progress (id integer primary key check (id = 1), indexed_up_to integer not null)`,
  `insert into submission_index_progress (id, indexed_up_to) values (1, 0)`,
  // NOTE: without the casts both halves differ in their affinity, and SQLite sorts all of an endpoint for a page.
  `create view submissions_by_endpoint as
     select endpoint_key, folder, unread, key from submission_index
     union all
     select endpoint_key, cast(${folder()} as text) as folder, cast(read_at is null as integer) as unread, key
     from submissions where key > (select indexed_up_to from submission_index_progress)`,
  `create trigger submission_index_deleted after delete on submissions begin
     delete from submission_index
     where endpoint_key = old.endpoint_key and folder = ${folder('old.')} and unread = (old.read_at is null)
       and key = old.key;
   end`,
  `create trigger submission_index_moved after update of moved_to, read_at on submissions begin
     update submission_index set folder = ${folder('new.')}, unread = (new.read_at is null)
     where endpoint_key = old.endpoint_key and folder = ${folder('old.')} and unread = (old.read_at is null)
       and key = old.key;
   end`,

  `create table search_progress (
     id integer primary key check (id = 1),
     indexed_up_to integer not null,
     renewed_at integer not null)`,
  `insert into search_progress (id, indexed_up_to, renewed_at) values (1, 0, 0)`,
  `create virtual table search_words using fts5 (
     words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  // The index is merged a little at a time (`dialects/sqlite/search.ts`), and never at once while somebody waits.
  `insert into search_words (search_words, rank) values ('automerge', 0), ('crisismerge', 1999)`,
  `create trigger search_words_deleted after delete on submissions
     when old.key <= (select indexed_up_to from search_progress) begin
     delete from search_words where rowid = old.key;
   end`,

  `create table outbox (${outboxColumns('integer')})`,
  ...outboxIndexes(),
  `create table attempts (${attemptColumns('integer')})`,
  `create index attempts_of_delivery on attempts (delivery_key)`,
  ...deliveryTables('integer'),

  `create table event_batches (${eventBatchColumns('integer')})`,
  `create index event_batches_of on event_batches (endpoint_key, key)`,
  `create table event_counts (${eventCountColumns('integer')}) without rowid`,
  `create table event_ids (${eventIdColumns('integer')}) without rowid`,
  `create index event_ids_seen on event_ids (seen_at)`,

  ...queueTables('integer'),
  ...instanceTables('integer'),
]

export const postgres: readonly string[] = [
  ...endpointTables('bigint'),
  // Every submission changes a row here: room on its page lets the new version stand beside the old one.
  `create table endpoints (${endpointColumns('bigint')}) with (fillfactor = 70)`,
  ...endpointIndexes(),

  `create table submissions (${submissionColumns('bigint')}) partition by range (key)`,
  `create table submissions_rest partition of submissions default`,
  ...submissionIndexes(),
  // The columns of the expressions are included, without which PostgreSQL would read the rows themselves.
  `create index submissions_in_folder on submissions
     (endpoint_key, (${folder()}), (case when read_at is null then 1 else 0 end), key)
     include (moved_to, spam_reasons, read_at)`,
  `create view submissions_by_endpoint as
     select endpoint_key, ${folder()} as folder, case when read_at is null then 1 else 0 end as unread, key
     from submissions`,

  `create table search_progress (id integer primary key check (id = 1), indexed_up_to bigint not null)`,
  `insert into search_progress (id, indexed_up_to) values (1, 0)`,
  `create table search_entries (key bigint primary key, words tsvector not null) partition by range (key)`,
  `create table search_entries_rest partition of search_entries default`,
  // Each search reads all that PostgreSQL has not sorted into the index yet: with the usual 4 MiB, that took most of
  // its time. Sorting sixty times as often costs those who fill the index no more.
  `create index search_entries_words on search_entries using gin (words) with (gin_pending_list_limit = 64)`,
  `create function delete_search_entries() returns trigger language plpgsql as $$
   begin
     delete from search_entries where key = any (array(select key from deleted_rows));
     return null;
   end $$`,
  `create trigger search_entries_deleted after delete on submissions referencing old table as deleted_rows
     for each statement execute function delete_search_entries()`,
  // Without statistics on a word PostgreSQL expects far more entries than there are, and would rather scan everybody's
  // entries: so sequential scans are ruled out, and reading an entry is made to seem expensive. And it has to find all
  // entries that match before it knows the newest: so the entries of the newest week are searched first, and four
  // times as many weeks before those only while too few match. Which weeks exist does not matter: a week (its length in
  // keys stands below) is where a partition ends.
  `create function newest_search_matches(query tsquery, above bigint, up_to bigint, max_keys integer)
   returns setof bigint
   language plpgsql stable
   set enable_seqscan = off
   set enable_indexscan = off
   set cpu_operator_cost = 1
   set max_parallel_workers_per_gather = 0
   set jit = off
   set plan_cache_mode = force_custom_plan
   as $$
   declare
     week constant bigint := 2477260800000;
     span bigint := week;
     first_key bigint := up_to / week * week;
     last_key bigint := up_to;
     wanted integer := max_keys;
     found_now integer;
   begin
     loop
       return query
         select entry.key from search_entries as entry
         where entry.words @@ query and entry.key > greatest(above, first_key - 1) and entry.key <= last_key
         order by entry.key desc limit wanted;
       get diagnostics found_now = row_count;
       wanted := wanted - found_now;
       exit when wanted <= 0 or first_key <= above;
       last_key := first_key - 1;
       span := span * 4;
       first_key := first_key - span;
     end loop;
   end $$`,

  `create table outbox (${outboxColumns('bigint')}) partition by range (key)`,
  `create table outbox_rest partition of outbox default`,
  ...outboxIndexes(),
  `create table attempts (${attemptColumns('bigint')}) partition by range (key)`,
  `create table attempts_rest partition of attempts default`,
  `create index attempts_of_delivery on attempts (delivery_key)`,
  ...deliveryTables('bigint'),

  `create table event_batches (${eventBatchColumns('bigint')}) partition by range (key)`,
  `create table event_batches_rest partition of event_batches default`,
  `create index event_batches_of on event_batches (endpoint_key, key)`,
  `create table event_counts (${eventCountColumns('bigint')})`,
  `create table event_ids (${eventIdColumns('bigint')})`,
  `create index event_ids_seen on event_ids (seen_at)`,

  ...queueTables('bigint'),
  ...instanceTables('bigint'),
]

type Integer = 'integer' | 'bigint'

/** The folder of a submission: where its owner put it, else by its verdict. */
function folder(row: '' | 'old.' | 'new.' = ''): string {
  return `coalesce(${row}moved_to, case when ${row}spam_reasons is null then 'inbox' else 'spam' end)`
}

/** Accounts, how their owners sign in, and the limit of creations. */
function endpointTables(integer: Integer): string[] {
  const withoutRowid = integer === 'integer' ? ' without rowid' : ''
  return [
    `create table accounts (
       key ${integer} primary key,
       mailbox text not null unique,
       plan text not null,
       created_at ${integer} not null,
       closed_at ${integer},
       retention_submission_days ${integer},
       retention_telemetry_days ${integer},
       retained_until ${integer})`,
    `create index accounts_closed on accounts (closed_at) where closed_at is not null`,
    `create index accounts_of_plan on accounts (plan, key)`,
    `create table account_counts (
       counter text primary key,
       account_key ${integer} not null,
       kind text not null,
       month text,
       count ${integer} not null default 0)`,
    `create index account_counts_of on account_counts (account_key)`,
    `create table plan_retention (
       plan text primary key,
       submission_days ${integer} not null,
       telemetry_days ${integer} not null,
       previous_submission_days ${integer},
       previous_telemetry_days ${integer},
       retention_reduced_at ${integer})`,

    // Tokens and codes are derived from keys when they are sent, and secrets are kept as hashes.
    `create table sign_ins (
       key ${integer} primary key,
       account_key ${integer},
       session_key ${integer},
       mailbox_key text not null,
       browser_hash text,
       device text not null,
       next text,
       created_at ${integer} not null,
       used_at ${integer},
       tries ${integer} not null default 0)`,
    `create index sign_ins_of_mailbox on sign_ins (mailbox_key, created_at)`,
    `create index sign_ins_of_account on sign_ins (account_key) where account_key is not null`,
    `create index sign_ins_by_age on sign_ins (created_at)`,
    `create table sessions (
       key ${integer} primary key,
       hash text not null unique,
       account_key ${integer} not null references accounts (key),
       device text not null,
       created_at ${integer} not null,
       seen_at ${integer} not null,
       fresh_until ${integer} not null)`,
    `create index sessions_of_account on sessions (account_key, key)`,
    `create index sessions_by_use on sessions (seen_at)`,
    `create table api_keys (
       key ${integer} primary key,
       id text not null unique,
       hash text not null,
       account_key ${integer} not null references accounts (key),
       name text not null,
       scopes text not null,
       created_at ${integer} not null,
       used_at ${integer})`,
    `create index api_keys_of_account on api_keys (account_key, key)`,
    `create table endpoint_keys (
       key ${integer} primary key,
       endpoint_key ${integer} not null,
       id text not null unique,
       hash text not null,
       name text not null,
       scopes text not null,
       created_at ${integer} not null,
       used_at ${integer})`,
    `create index endpoint_keys_of on endpoint_keys (endpoint_key, key)`,

    `create table mailboxes (
       mailbox_key text primary key,
       consented_at ${integer},
       suppressed_at ${integer},
       suppression_reason text,
       confirmations_refused_at ${integer})${withoutRowid}`,
    `create table creation_locks (address_key text primary key)${withoutRowid}`,
    `create table creations (
       key ${integer} primary key,
       address_key text not null,
       created_at ${integer} not null)`,
    `create index creations_of_address on creations (address_key, created_at)`,
    `create index creations_by_age on creations (created_at)`,
    `create table idempotent_results (
       key text primary key,
       fingerprint text not null,
       result text not null,
       created_at ${integer} not null)`,
    `create index idempotent_results_by_age on idempotent_results (created_at)`,
  ]
}

function endpointColumns(integer: Integer): string {
  return `
     key ${integer} primary key,
     id text not null unique,
     recipient text not null,
     mailbox_key text not null,
     created_at ${integer} not null,
     last_accepted_at ${integer},
     accepted_count ${integer} not null,
     counted_month text,
     month_count ${integer} not null,
     claim_email_at ${integer},
     claimed_at ${integer},
     account_key ${integer} references accounts (key),
     retired_at ${integer},
     mail_stopped_at ${integer},
     settings text,
     version ${integer} not null default 0,
     opened_at ${integer},
     newest_key ${integer} not null default 0`
}

function endpointIndexes(): string[] {
  return [
    `create index endpoints_of_account on endpoints (account_key, key) where account_key is not null`,
    // The oldest endpoints that nobody has claimed and whose recipients are still stored; accepting changes nothing here.
    `create index endpoints_unclaimed on endpoints (created_at) where claimed_at is null and recipient <> ''`,
  ]
}

function submissionColumns(integer: Integer): string {
  return `
     key ${integer} primary key,
     endpoint_key ${integer} not null,
     received_at ${integer} not null,
     fields text not null,
     spam_reasons text,
     moved_to text,
     read_at ${integer}`
}

function submissionIndexes(): string[] {
  return [`create index spam_of_endpoint on submissions (endpoint_key, key) where spam_reasons is not null`]
}

function outboxColumns(integer: Integer): string {
  return `
     key ${integer} primary key,
     kind text not null,
     endpoint_key ${integer},
     submission_key ${integer},
     destination text,
     channel text not null,
     target text not null,
     created_at ${integer} not null,
     due_at ${integer},
     held_at ${integer},
     started_at ${integer},
     budgeted_at ${integer},
     attempts ${integer} not null default 0,
     lease text,
     leased_by text,
     leased_until ${integer},
     settled_at ${integer},
     outcome text`
}

function outboxIndexes(): string[] {
  return [
    `create index outbox_due on outbox (channel, due_at) where due_at is not null`,
    `create index outbox_held on outbox (target) where held_at is not null`,
    // Only deliveries that count against an email budget: an index of all would cost each delivery and each purge a page.
    `create index outbox_budgeted on outbox (target, budgeted_at) where budgeted_at is not null`,
    `create index outbox_leased on outbox (leased_by) where leased_by is not null`,
    `create index outbox_failed on outbox (endpoint_key, key) where outcome in ('bounced', 'given_up')`,
    `create index outbox_notices on outbox (target, created_at) where kind = 'notice'`,
    `create index outbox_notices_due on outbox (channel, due_at) where kind = 'notice' and due_at is not null`,
  ]
}

function attemptColumns(integer: Integer): string {
  return `
     key ${integer} primary key,
     delivery_key ${integer} not null,
     started_at ${integer} not null,
     ended_at ${integer},
     outcome text,
     answer text`
}

function deliveryTables(integer: Integer): string[] {
  return [
    `create table claim_emails (endpoint_key ${integer} primary key, delivery_key ${integer} not null)`,
    `create index claim_emails_of_delivery on claim_emails (delivery_key)`,
    `create table notices (
       key ${integer} primary key,
       kind text not null,
       mailbox text not null,
       data text not null,
       created_at ${integer} not null,
       expires_at ${integer} not null)`,
    `create index notices_by_age on notices (expires_at)`,
    `create table channel_pauses (
       channel text primary key,
       since ${integer} not null,
       until ${integer} not null,
       reason text not null)`,
  ]
}

function eventBatchColumns(integer: Integer): string {
  return `
     key ${integer} primary key,
     endpoint_key ${integer} not null,
     received_at ${integer} not null,
     events text not null`
}

function eventCountColumns(integer: Integer): string {
  return `
     endpoint_key ${integer} not null,
     hour ${integer} not null,
     name text not null,
     count ${integer} not null,
     primary key (endpoint_key, hour, name)`
}

function eventIdColumns(integer: Integer): string {
  return `
     endpoint_key ${integer} not null,
     id text not null,
     seen_at ${integer} not null,
     primary key (endpoint_key, id)`
}

/**
 * Messages that nobody has received yet have no `ready_at` and are ordered by their key; messages that are leased or
 * delayed are ordered by the time at which they can be received. Neither index holds dead messages.
 */
function queueTables(integer: Integer): string[] {
  return [
    `create table messages (
       key ${integer} primary key,
       endpoint_key ${integer} not null,
       published_at ${integer} not null,
       type text not null,
       body text not null,
       ready_at ${integer},
       deliveries ${integer} not null default 0,
       lease text,
       dead_at ${integer})`,
    `create index messages_fresh on messages (endpoint_key, key) where ready_at is null and dead_at is null`,
    `create index messages_timed on messages (endpoint_key, ready_at) where ready_at is not null and dead_at is null`,
    `create index messages_dead on messages (endpoint_key, key) where dead_at is not null`,
    // In the words of the statement that dead-letters them, so that SQLite sees that the index serves it.
    `create index messages_exhausted on messages (ready_at) where deliveries >= 4 and dead_at is null`,
    `create table queue_counts (
       endpoint_key ${integer} primary key,
       backlog ${integer} not null,
       dead ${integer} not null)`,
    `create table queue_rates (
       counter text primary key,
       endpoint_key ${integer} not null,
       hour ${integer} not null,
       published ${integer} not null,
       acked ${integer} not null)`,
    `create index queue_rates_hour on queue_rates (hour)`,
    `create table routings (key ${integer} primary key, queue_id text not null, refusal text)`,
  ]
}

function instanceTables(integer: Integer): string[] {
  return [
    `create table instance (id integer primary key check (id = 1), secret_fingerprint text not null)`,
    `create table key_reservation (id integer primary key check (id = 1), next ${integer} not null)`,
    `insert into key_reservation (id, next) values (1, 16)`,
    `create table clock_checks (
       id integer primary key check (id = 1),
       checked_at ${integer} not null,
       paused_until ${integer})`,
  ]
}
