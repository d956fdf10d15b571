/** The host of the first page that sent a submission to a form. Unknown for those that exist. */
const STATEMENTS = [`alter table endpoints add column site_host text`]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
