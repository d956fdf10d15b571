import type { Integer } from './tables.ts'

/**
 * Messages that nobody has received yet have no `ready_at` and are ordered by their key; messages that are leased or
 * delayed are ordered by the time at which they can be received. Neither index holds dead messages.
 */
export function queueTables(integer: Integer): string[] {
  return [
    `create table messages (
       key ${integer} primary key,
       endpoint_key ${integer} not null,
       published_at ${integer} not null,
       type text not null,
       body text not null,
       is_test integer,
       ready_at ${integer},
       deliveries ${integer} not null default 0,
       lease text,
       reason text,
       dead_at ${integer},
       pushed integer)`,
    `create index messages_fresh on messages (endpoint_key, key) where ready_at is null and dead_at is null`,
    `create index messages_timed on messages (endpoint_key, ready_at) where ready_at is not null and dead_at is null`,
    `create index messages_dead on messages (endpoint_key, key) where dead_at is not null`,
    `create index messages_pushed on messages (endpoint_key, ready_at) where pushed is not null`,
    // In the words of the statement that dead-letters them, so that SQLite sees that the index serves it.
    `create index messages_exhausted on messages (ready_at) where deliveries >= 4 and dead_at is null`,
    `create table queue_counts (
       endpoint_key ${integer} primary key,
       backlog ${integer} not null,
       dead ${integer} not null,
       max_deliveries integer,
       retention_days integer,
       pushes integer,
       push_failed_at ${integer},
       push_failure text)`,
    `create index queue_counts_pushing on queue_counts (endpoint_key) where pushes is not null`,
    `create index queue_counts_with_limits on queue_counts (retention_days, max_deliveries)
       where retention_days is not null or max_deliveries is not null`,
    `create table queue_rates (
       counter text primary key,
       endpoint_key ${integer} not null,
       hour ${integer} not null,
       published ${integer} not null,
       acked ${integer} not null,
       redelivered ${integer},
       died ${integer})`,
    `create index queue_rates_hour on queue_rates (hour)`,
    `create table routings (key ${integer} primary key, queue_id text not null, refusal text)`,
  ]
}
