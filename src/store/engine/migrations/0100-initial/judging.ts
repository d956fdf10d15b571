import { lessons } from './accounts.ts'
import type { Integer } from './tables.ts'

/**
 * Submissions that wait for the second tier of the spam filter, the words that an account taught it (hashes only), and
 * the submissions that taught them.
 */
export function judgingTables(integer: Integer): string[] {
  return [
    `create table judgements (
       submission_key ${integer} primary key,
       endpoint_key ${integer} not null,
       due_at ${integer} not null,
       score ${integer === 'integer' ? 'real' : 'double precision'} not null,
       reasons text not null,
       has_files integer,
       lease text,
       leased_by text,
       leased_until ${integer})`,
    `create index judgements_due on judgements (due_at)`,
    `create index judgements_of_endpoint on judgements (endpoint_key)`,
    `create table spam_tokens (
       account_key ${integer} not null,
       token_hash text not null,
       ham ${lessons(integer)} not null,
       spam integer not null,
       primary key (account_key, token_hash))`,
    `create table spam_lessons (
       submission_key ${integer} primary key,
       account_key ${integer} not null,
       given text,
       learned text,
       given_at ${integer})`,
    `create index spam_lessons_of_account on spam_lessons (account_key)`,
    `create index spam_lessons_to_learn on spam_lessons (given_at) where given_at is not null`,
  ]
}
