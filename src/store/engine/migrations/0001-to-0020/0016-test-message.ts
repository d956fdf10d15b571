/** Marks the test messages of a queue, which are counted nowhere. Messages of earlier versions are real ones. */
const STATEMENTS = [`alter table messages add column is_test integer`]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
