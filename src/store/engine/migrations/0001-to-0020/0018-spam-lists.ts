/**
 * Words, domains and addresses that owners block or allow. In a table of their own, so that a submission, which updates the
 * row of its endpoint, does not write them again.
 */
function getStatements(integer: 'integer' | 'bigint'): string[] {
  return [
    `alter table endpoints add column has_spam_lists integer`,
    `create table spam_lists (endpoint_key ${integer} primary key, block text not null, allow text not null)`,
  ]
}

export const sqlite = getStatements('integer')
export const postgres = getStatements('bigint')
