import type { Integer } from './0100-initial/tables.ts'

/** Minutes of each day in which a service of the instance worked, for the status page. */
export const sqlite: readonly string[] = statusTables('integer')
export const postgres: readonly string[] = statusTables('bigint')

function statusTables(integer: Integer): string[] {
  return [
    `create table status_days (
       day ${integer} not null,
       fact text not null,
       minutes ${integer} not null,
       first_minute ${integer} not null,
       last_minute ${integer} not null,
       since_minute ${integer} not null,
       primary key (day, fact))`,
  ]
}
