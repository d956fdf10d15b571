/**
 * Submissions that wait for the second tier of the spam filter, the words that an account taught it (hashes only), and the
 * submissions that taught them. A submission found to be spam changes its folder, so the index follows that as well.
 */
const STATEMENTS = [
  `create table judgements (
     submission_key bigint primary key,
     endpoint_key bigint not null,
     due_at bigint not null,
     score double precision not null,
     reasons text not null,
     lease text,
     leased_by text,
     leased_until bigint)`,
  `create index judgements_due on judgements (due_at)`,
  `create index judgements_of_endpoint on judgements (endpoint_key)`,
  `create table spam_tokens (
     account_key bigint not null,
     token_hash text not null,
     ham integer not null,
     spam integer not null,
     primary key (account_key, token_hash))`,
  `create table spam_lessons (
     submission_key bigint primary key,
     account_key bigint not null,
     given text,
     learned text,
     given_at bigint)`,
  `create index spam_lessons_of_account on spam_lessons (account_key)`,
  `create index spam_lessons_to_learn on spam_lessons (given_at) where given_at is not null`,
  `alter table accounts add column ham_lessons integer not null default 0`,
  `alter table accounts add column spam_lessons integer not null default 0`,
  `alter table submissions add column unjudged_at bigint`,
]

const folder = (row: 'old' | 'new') =>
  `coalesce(${row}.moved_to, case when ${row}.spam_reasons is null then 'inbox' else 'spam' end)`

export const sqlite = [
  ...STATEMENTS.map((statement) => statement.replace('double precision', 'real')),
  `drop trigger submission_index_moved`,
  `create trigger submission_index_moved after update of moved_to, read_at, spam_reasons on submissions begin
     update submission_index set folder = ${folder('new')}, unread = (new.read_at is null)
     where endpoint_key = old.endpoint_key and folder = ${folder('old')} and unread = (old.read_at is null)
       and key = old.key;
   end`,
]
export const postgres = STATEMENTS
