/** The id of the public link to the statistics of a telemetry endpoint. */
const STATEMENTS = [
  `alter table endpoints add column public_link text`,
  `create unique index endpoints_public_link on endpoints (public_link) where public_link is not null`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
