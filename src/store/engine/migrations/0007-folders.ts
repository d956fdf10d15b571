/**
 * Folders as owners read them: what is unread stands apart in the file of an endpoint, so that neither a page of it nor
 * its count steps over what was read; and each endpoint knows its newest submission, real or spam, so that a page over
 * all endpoints of an account looks at few of them.
 */
const FOLDER = `coalesce(moved_to, case when spam_reasons is null then 'inbox' else 'spam' end)`

const NEWEST_KEYS = `update endpoints set newest_key = newest.key
   from (select endpoint_key, max(key) as key from submissions_by_endpoint group by endpoint_key) as newest
   where newest.endpoint_key = endpoints.key`

const filedAs = (row: 'old' | 'new') => `
  coalesce(${row}.moved_to, case when ${row}.spam_reasons is null then 'inbox' else 'spam' end)`

export const sqlite = [
  `drop view submissions_by_endpoint`,
  `drop trigger filed_gone`,
  `drop trigger filed_moved`,
  `alter table filed rename to filed_before`,
  `create table filed (
     endpoint_key integer not null,
     folder text not null,
     unread integer not null,
     key integer not null,
     primary key (endpoint_key, folder, unread, key)) without rowid`,
  `insert into filed (endpoint_key, folder, unread, key)
     select endpoint_key, folder, unread, key from filed_before order by endpoint_key, folder, unread, key`,
  `drop table filed_before`,
  // NOTE: without the casts both halves differ in their affinity, and SQLite sorts all of an endpoint for a page.
  `create view submissions_by_endpoint as
     select endpoint_key, folder, unread, key from filed
     union all
     select endpoint_key, cast(${FOLDER} as text) as folder, cast(read_at is null as integer) as unread, key
     from submissions where key > (select up_to from filing)`,
  `create trigger filed_gone after delete on submissions begin
     delete from filed
     where endpoint_key = old.endpoint_key and folder = ${filedAs('old')} and unread = (old.read_at is null)
       and key = old.key;
   end`,
  `create trigger filed_moved after update of moved_to, read_at on submissions begin
     update filed set folder = ${filedAs('new')}, unread = (new.read_at is null)
     where endpoint_key = old.endpoint_key and folder = ${filedAs('old')} and unread = (old.read_at is null)
       and key = old.key;
   end`,
  `alter table endpoints add column newest_key integer not null default 0`,
  NEWEST_KEYS,
]

export const postgres = [
  `drop view submissions_by_endpoint`,
  `drop index submissions_in_folder`,
  // What the expressions are made of is included, without which PostgreSQL would look at the rows themselves.
  `create index submissions_in_folder on submissions
     (endpoint_key, (${FOLDER}), (case when read_at is null then 1 else 0 end), key)
     include (moved_to, spam_reasons, read_at)`,
  `create view submissions_by_endpoint as
     select endpoint_key, ${FOLDER} as folder, case when read_at is null then 1 else 0 end as unread, key
     from submissions`,
  `alter table endpoints add column newest_key bigint not null default 0`,
  NEWEST_KEYS,
]
