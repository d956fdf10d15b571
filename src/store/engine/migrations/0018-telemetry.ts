/**
 * Events. What one request brought is one row; how many of each name happened in each hour is kept with it; what their
 * senders call them is remembered for a day, so that none is taken twice.
 */
const both = (integer: 'integer' | 'bigint', clustered: string) => [
  `create table event_batches (
     key ${integer} primary key,
     endpoint_key ${integer} not null,
     received_at ${integer} not null,
     events text not null)`,
  `create index event_batches_of on event_batches (endpoint_key, key)`,
  `create table event_counts (
     endpoint_key ${integer} not null,
     hour ${integer} not null,
     name text not null,
     count ${integer} not null,
     primary key (endpoint_key, hour, name))${clustered}`,
  `create table event_ids (
     endpoint_key ${integer} not null,
     id text not null,
     seen_at ${integer} not null,
     primary key (endpoint_key, id))${clustered}`,
  `create index event_ids_seen on event_ids (seen_at)`,
]

export const sqlite = both('integer', ' without rowid')
export const postgres = both('bigint', '')
