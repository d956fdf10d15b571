import { createWeeklyTable } from './tables.ts'

/** The words of submissions: an index that is filled behind them (`engine/search-index.ts`). */
export const sqlite: readonly string[] = [
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
  // The words of a withdrawn submission leave the index.
  `create trigger search_words_withdrawn after update of withdrawn_at on submissions
     when old.key <= (select indexed_up_to from search_progress) begin
     delete from search_words where rowid = old.key;
   end`,
]

export const postgres: readonly string[] = [
  `create table search_progress (id integer primary key check (id = 1), indexed_up_to bigint not null)`,
  `insert into search_progress (id, indexed_up_to) values (1, 0)`,
  ...createWeeklyTable('bigint', 'search_entries', 'key bigint primary key, words tsvector not null'),
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
  // The words of a withdrawn submission leave the index.
  `create function delete_search_entry() returns trigger language plpgsql as $$
   begin
     delete from search_entries where key = new.key;
     return null;
   end $$`,
  `create trigger search_entry_withdrawn after update of withdrawn_at on submissions
     for each row execute function delete_search_entry()`,
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
]
