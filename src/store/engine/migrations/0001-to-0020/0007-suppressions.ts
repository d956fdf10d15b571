/**
 * Suppressions have causes: a mailbox is suppressed while it has at least one, so that undoing one "This wasn't me" lifts
 * what that one made and nothing else. Until now a mailbox was suppressed or not: its suppression keeps the reason as its
 * cause, and only the operator can lift it.
 *
 * A declined endpoint keeps its data for a day, in which declining can be undone. Endpoints declined before this version
 * hold nothing any more: for them `declined_at` stays null.
 */
function statements(integer: 'integer' | 'bigint', withoutRowid: string): string[] {
  return [
    `create table suppressions (
       mailbox_key text not null,
       cause text not null,
       suppressed_at ${integer} not null,
       primary key (mailbox_key, cause))${withoutRowid}`,
    `insert into suppressions (mailbox_key, cause, suppressed_at)
       select mailbox_key, coalesce(suppression_reason, 'operator'), suppressed_at
       from mailboxes
       where suppressed_at is not null`,
    `alter table mailboxes drop column suppressed_at`,
    `alter table mailboxes drop column suppression_reason`,
    `alter table endpoints add column declined_at ${integer}`,
    `alter table endpoints add column purged_at ${integer}`,
    `create index endpoints_declined on endpoints (declined_at) where declined_at is not null and purged_at is null`,
    `create index endpoints_of_mailbox on endpoints (mailbox_key, key)`,
  ]
}

export const sqlite = statements('integer', ' without rowid')
export const postgres = statements('bigint', '')
