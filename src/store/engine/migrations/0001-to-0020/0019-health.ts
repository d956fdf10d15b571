/**
 * Observations of what pages send to forms, by the hour, and the findings that owners were told about by email. `finding`:
 * `toFindingKey`.
 */
const STATEMENTS = [
  `create table observations (
     endpoint_key bigint not null,
     hour bigint not null,
     data text not null,
     primary key (endpoint_key, hour))`,
  `create index observations_by_hour on observations (hour, endpoint_key)`,
  `create table announced_findings (
     endpoint_key bigint not null,
     finding text not null,
     seen_at bigint not null,
     primary key (endpoint_key, finding))`,
  `create index announced_findings_by_time on announced_findings (seen_at)`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
