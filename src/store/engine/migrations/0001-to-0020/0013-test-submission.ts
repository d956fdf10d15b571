/** The key of the test submission that a form holds. Test submissions of earlier versions stay ordinary ones. */
const STATEMENTS = [`alter table endpoints add column test_key bigint`]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
