/** Remembers which secret signs the links, so that a node with another one does not start unnoticed. */
const STATEMENTS = [`alter table instance add column link_secret_fingerprint text`]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
