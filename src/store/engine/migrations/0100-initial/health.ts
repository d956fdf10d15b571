import type { Integer } from './tables.ts'

/**
 * Observations of what pages send to forms, by the hour, and the findings that owners were told about by email
 * (`toFindingKey`).
 */
export function healthTables(integer: Integer): string[] {
  return [
    `create table observations (
       endpoint_key ${integer} not null,
       hour ${integer} not null,
       data text not null,
       primary key (endpoint_key, hour))`,
    `create index observations_by_hour on observations (hour, endpoint_key)`,
    `create table announced_findings (
       endpoint_key ${integer} not null,
       finding text not null,
       seen_at ${integer} not null,
       primary key (endpoint_key, finding))`,
    `create index announced_findings_by_time on announced_findings (seen_at)`,
  ]
}
