/**
 * Batches of events stand by the week of their key, as submissions do, so that PostgreSQL drops those that nobody keeps
 * by the week (its length in keys stands below). What is stored already is copied into the weeks that it came in.
 */
export const sqlite: string[] = []

export const postgres = [
  `alter table event_batches rename to event_batches_before`,
  `alter table event_batches_before rename constraint event_batches_pkey to event_batches_before_pkey`,
  `alter index event_batches_of rename to event_batches_before_of`,
  `create table event_batches (
     key bigint primary key,
     endpoint_key bigint not null,
     received_at bigint not null,
     events text not null) partition by range (key)`,
  `create index event_batches_of on event_batches (endpoint_key, key)`,
  `create table event_batches_rest partition of event_batches default`,
  `do $$
   declare
     day constant bigint := 353894400000;
     week constant bigint := 7 * day;
     first_key bigint;
   begin
     for first_key in select distinct key / week * week from event_batches_before loop
       execute format(
         'create table %I partition of event_batches for values from (%s) to (%s)',
         'event_batches_' || to_char(date '2026-01-01' + (first_key / day)::integer, 'YYYY-MM-DD'),
         first_key, first_key + week);
     end loop;
   end $$`,
  `insert into event_batches (key, endpoint_key, received_at, events)
     select key, endpoint_key, received_at, events from event_batches_before`,
  `drop table event_batches_before`,
]
