/**
 * Unique visitors of telemetry endpoints: a count for each day, while the day lasts also the bitmap that it is estimated
 * from, and the salt of the day. Earlier days stay without a count.
 */
const STATEMENTS = [
  `create table visitor_counts (
     endpoint_key bigint not null,
     day bigint not null,
     count bigint not null,
     bitmap text,
     primary key (endpoint_key, day))`,
  `create index visitor_counts_of_today on visitor_counts (day) where bitmap is not null`,
  `create table visitor_salts (day bigint primary key, salt text not null)`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
