/**
 * The submissions of one endpoint, found through `submissions_by_endpoint` on both databases. An entry in the middle of
 * an index costs SQLite a page for each submission, as much as the submission itself, so there the newest wait for
 * theirs (`file-submissions.ts`) and the view reads them where they stand.
 *
 * NOTE: without the cast both halves of the view differ in their affinity, and SQLite sorts all of an endpoint for a page.
 */
export const sqlite = [
  `drop index submissions_of_endpoint`,
  `create table filed (
     endpoint_key integer not null,
     folder text not null,
     key integer not null,
     primary key (endpoint_key, folder, key)) without rowid`,
  `create table filing (id integer primary key check (id = 1), up_to integer not null)`,
  `insert into filing (id, up_to) values (1, 0)`,
  `create view submissions_by_endpoint as
     select endpoint_key, folder, key from filed
     union all
     select endpoint_key, cast(case when spam_reasons is null then 'inbox' else 'spam' end as text) as folder, key
     from submissions where key > (select up_to from filing)`,
  `insert into filed (endpoint_key, folder, key)
     select endpoint_key, folder, key from submissions_by_endpoint order by endpoint_key, folder, key`,
  `update filing set up_to = (select coalesce(max(key), 0) from submissions)`,
  `create trigger filed_gone after delete on submissions begin
     delete from filed
     where endpoint_key = old.endpoint_key and folder in ('inbox', 'spam') and key = old.key;
   end`,
]

export const postgres = [
  `create view submissions_by_endpoint as
     select endpoint_key, case when spam_reasons is null then 'inbox' else 'spam' end as folder, key
     from submissions`,
]
