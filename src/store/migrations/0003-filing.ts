/**
 * The submissions of one endpoint, found by `submissions_by_endpoint` on both databases. An entry in the middle of an
 * index costs SQLite a page for each submission, twice what the submission itself costs, so there the newest wait
 * for theirs (`file-submissions.ts`) and the view reads them where they stand.
 */
export const sqlite = [
  `drop index submissions_of_endpoint`,
  `create table filed (
     endpoint_key integer not null,
     key integer not null,
     primary key (endpoint_key, key)) without rowid`,
  `create table filing (id integer primary key check (id = 1), up_to integer not null)`,
  `insert into filed (endpoint_key, key) select endpoint_key, key from submissions order by endpoint_key, key`,
  `insert into filing (id, up_to) select 1, coalesce(max(key), 0) from submissions`,
  `create trigger unfile after delete on submissions begin
     delete from filed where endpoint_key = old.endpoint_key and key = old.key;
   end`,
  `create view submissions_by_endpoint as
     select endpoint_key, key from filed
     union all
     select endpoint_key, key from submissions where key > (select up_to from filing)`,
]

export const postgres = [`create view submissions_by_endpoint as select endpoint_key, key from submissions`]
