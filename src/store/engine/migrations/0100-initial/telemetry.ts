import { createWeeklyTable, type Integer, withoutRowid } from './tables.ts'

/**
 * Events in batches, their counts, the watches over them, and the annotations beside them. Of unique visitors a count for each day is kept; while the day lasts also the
 * bitmap that it is estimated from, and the salt of the day.
 */
export function telemetryTables(integer: Integer): string[] {
  return [
    ...createWeeklyTable(
      integer,
      'event_batches',
      `key ${integer} primary key,
       endpoint_key ${integer} not null,
       received_at ${integer} not null,
       events text not null`,
    ),
    `create index event_batches_of on event_batches (endpoint_key, key)`,
    `create table event_counts (
       endpoint_key ${integer} not null,
       hour ${integer} not null,
       name text not null,
       count ${integer} not null,
       primary key (endpoint_key, hour, name))${withoutRowid(integer)}`,
    `create table event_ids (
       endpoint_key ${integer} not null,
       id text not null,
       seen_at ${integer} not null,
       primary key (endpoint_key, id))${withoutRowid(integer)}`,
    `create index event_ids_seen on event_ids (seen_at)`,
    `create table visitor_counts (
       endpoint_key ${integer} not null,
       day ${integer} not null,
       count ${integer} not null,
       bitmap text,
       primary key (endpoint_key, day))`,
    `create index visitor_counts_of_today on visitor_counts (day) where bitmap is not null`,
    `create table visitor_salts (day ${integer} primary key, salt text not null)`,
    `create table watches (
       key ${integer} primary key,
       endpoint_key ${integer} not null,
       created_at ${integer} not null,
       rule text not null,
       facts text not null,
       due_at ${integer})`,
    `create table annotations (
       key ${integer} primary key,
       endpoint_key ${integer} not null,
       at ${integer} not null,
       text text not null,
       created_at ${integer} not null)`,
    `create index annotations_of on annotations (endpoint_key, at, key)`,
    `create index watches_of on watches (endpoint_key)`,
    `create index watches_due on watches (due_at) where due_at is not null`,
  ]
}
