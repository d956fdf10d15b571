/** Submissions whose visitor was led to the receipt: an answer on it can be found. */
export const sqlite = [`alter table submissions add column receipt_shown smallint`]
export const postgres = sqlite
