/**
 * The index of words (`search-index.ts`), and up to which submission it goes. What is older than it is taken in while
 * nobody writes. Whoever deletes a submission deletes its entry.
 */
export const sqlite = [
  `create table searching (
     id integer primary key check (id = 1),
     up_to integer not null,
     renewed_at integer not null)`,
  `insert into searching (id, up_to, renewed_at) values (1, 0, 0)`,
  `create virtual table search_words using fts5 (
     words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  // It is merged a little at a time (`sqlite-search.ts`), and never at once while somebody waits.
  `insert into search_words (search_words, rank) values ('automerge', 0), ('crisismerge', 1999)`,
  `create trigger search_gone after delete on submissions when old.key <= (select up_to from searching) begin
     delete from search_words where rowid = old.key;
   end`,
]

export const postgres = [
  `create table searching (id smallint primary key check (id = 1), up_to bigint not null)`,
  `insert into searching (id, up_to) values (1, 0)`,
  `create table search_entries (key bigint primary key, words tsvector not null) partition by range (key)`,
  `create table search_entries_rest partition of search_entries default`,
  `create index search_entries_words on search_entries using gin (words)`,
  `create function search_gone() returns trigger language plpgsql as $$
   begin
     delete from search_entries where key = any (array(select key from gone));
     return null;
   end $$`,
  `create trigger search_gone after delete on submissions referencing old table as gone
     for each statement execute function search_gone()`,
]
