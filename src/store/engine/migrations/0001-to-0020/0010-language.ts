/** The language of the emails of an endpoint. Unknown for those that exist: their emails stay in English. */
const STATEMENTS = [`alter table endpoints add column language text`]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
