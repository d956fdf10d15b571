/**
 * Receipts: when a visitor withdrew a submission, and the answer that its owner wrote. The words of a withdrawn submission
 * leave the search index.
 */
const COLUMNS = [
  `alter table submissions add column withdrawn_at bigint`,
  `alter table submissions add column answer text`,
  `alter table submissions add column answered_at bigint`,
]

export const sqlite = [
  ...COLUMNS,
  `create trigger search_words_withdrawn after update of withdrawn_at on submissions
     when old.key <= (select indexed_up_to from search_progress) begin
     delete from search_words where rowid = old.key;
   end`,
]

export const postgres = [
  ...COLUMNS,
  `create function delete_search_entry() returns trigger language plpgsql as $$
   begin
     delete from search_entries where key = new.key;
     return null;
   end $$`,
  `create trigger search_entry_withdrawn after update of withdrawn_at on submissions
     for each row execute function delete_search_entry()`,
]
