/**
 * Messages of queues. One that nobody has had yet has no `ready_at` and stands in the order of its key; one that is handed
 * out, or waits, stands in the order in which it can be had. Both indexes hold nothing of the dead.
 */
const both = (integer: 'integer' | 'bigint') => [
  `create table messages (
     key ${integer} primary key,
     endpoint_key ${integer} not null,
     published_at ${integer} not null,
     type text not null,
     body text not null,
     ready_at ${integer},
     deliveries ${integer} not null default 0,
     lease text,
     dead_at ${integer})`,
  `create index messages_fresh on messages (endpoint_key, key) where ready_at is null and dead_at is null`,
  `create index messages_timed on messages (endpoint_key, ready_at) where ready_at is not null and dead_at is null`,
  `create index messages_dead on messages (endpoint_key, key) where dead_at is not null`,
  // In the words of the statement that buries them, so that SQLite sees that it serves.
  `create index messages_worn_out on messages (ready_at) where deliveries >= 4 and dead_at is null`,
  `create table queue_counts (
     endpoint_key ${integer} primary key,
     backlog ${integer} not null,
     dead ${integer} not null)`,
  `create table queue_rates (
     counter text primary key,
     endpoint_key ${integer} not null,
     hour ${integer} not null,
     published ${integer} not null,
     acked ${integer} not null)`,
  // What became of submissions that were routed to a queue, on the key of each.
  `create table routings (key ${integer} primary key, queue_id text not null, refusal text)`,
  `create index queue_rates_hour on queue_rates (hour)`,
]

export const sqlite = both('integer')
export const postgres = both('bigint')
