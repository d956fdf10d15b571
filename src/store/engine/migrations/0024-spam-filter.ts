/**
 * Memory of the spam filter: the scripts of the newest real submissions of a form, the class of each spam submission,
 * of which the newest hundred are kept, and keyed hashes of the messages of two days.
 */
function getStatements(type: { integer: string; withoutRowid: string }): string[] {
  return [
    `alter table endpoints add column recent_scripts text not null default ''`,
    `alter table submissions add column spam_class text`,
    `update submissions set spam_class = 'honeypot' where spam_reasons is not null`,
    `drop index spam_of_endpoint`,
    `create index spam_of_endpoint on submissions (endpoint_key, spam_class, key)
       where spam_class is not null and moved_to is null`,
    `create table text_sightings (
       day integer not null,
       hash text not null,
       endpoint_key ${type.integer} not null,
       account_key ${type.integer} not null,
       count integer not null,
       seen_at ${type.integer} not null,
       primary key (day, hash, endpoint_key)
     )${type.withoutRowid}`,
  ]
}

export const sqlite = getStatements({ integer: 'integer', withoutRowid: ' without rowid' })
export const postgres = getStatements({ integer: 'bigint', withoutRowid: '' })
