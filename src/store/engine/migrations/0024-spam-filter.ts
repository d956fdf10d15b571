/**
 * Memory of the spam filter: the scripts of the newest real submissions of a form, and the class of each spam submission,
 * of which the newest hundred are kept.
 */
const statements = [
  `alter table endpoints add column recent_scripts text not null default ''`,
  `alter table submissions add column spam_class text`,
  `update submissions set spam_class = 'honeypot' where spam_reasons is not null`,
  `drop index spam_of_endpoint`,
  `create index spam_of_endpoint on submissions (endpoint_key, spam_class, key)
     where spam_class is not null and moved_to is null`,
]

export const sqlite = statements
export const postgres = statements
