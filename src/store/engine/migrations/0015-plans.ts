/**
 * Plans that change: what an account still keeps while the notice runs that it will keep less; what each plan kept when
 * the service last started, so that a plans file that takes days away is noticed; and when upkeep last looked at the
 * clock, so that one that has jumped is noticed after a restart too.
 */
const both = (integer: 'integer' | 'bigint') => [
  `alter table accounts add column kept_submission_days ${integer}`,
  `alter table accounts add column kept_telemetry_days ${integer}`,
  `alter table accounts add column kept_until ${integer}`,
  `create index accounts_of_plan on accounts (plan, key)`,
  `create table plan_retention (
     plan text primary key,
     submission_days ${integer} not null,
     telemetry_days ${integer} not null,
     had_submission_days ${integer},
     had_telemetry_days ${integer},
     lowered_at ${integer})`,
  `create table upkeep (id integer primary key check (id = 1), looked_at ${integer} not null, paused_until ${integer})`,
]

export const sqlite = both('integer')
export const postgres = both('bigint')
