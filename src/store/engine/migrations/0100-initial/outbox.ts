import { createWeeklyTable, type Integer, withoutRowid } from './tables.ts'

/** Deliveries, their attempts, and what they are about. */
export function outboxTables(integer: Integer): string[] {
  return [
    ...createWeeklyTable(
      integer,
      'outbox',
      `key ${integer} primary key,
       kind text not null,
       endpoint_key ${integer},
       submission_key ${integer},
       destination text,
       channel text not null,
       target text not null,
       created_at ${integer} not null,
       due_at ${integer},
       held_at ${integer},
       digest_key ${integer},
       started_at ${integer},
       budget text,
       budget_domain text,
       budget_network text,
       budgeted_at ${integer},
       attempts ${integer} not null default 0,
       lease text,
       leased_by text,
       leased_until ${integer},
       settled_at ${integer},
       outcome text,
       bounced_at ${integer},
       complained_at ${integer},
       reports text`,
    ),
    `create index outbox_due on outbox (channel, due_at) where due_at is not null`,
    `create index outbox_held on outbox (target) where held_at is not null`,
    // Emails that wait for a digest, by their endpoint, and those that are part of one.
    `create index outbox_of_digest on outbox (digest_key, endpoint_key) where digest_key is not null`,
    // Only deliveries that count against an email budget: an index of all would cost each delivery and each purge a page.
    `create index outbox_budgeted on outbox (target, budgeted_at) where budgeted_at is not null`,
    // Emails that count against a budget are also counted over all addresses, and over those of a domain.
    `create index outbox_unconsented on outbox (budgeted_at) where budgeted_at is not null`,
    `create index outbox_unconsented_domain on outbox (budget_domain, budgeted_at) where budget_domain is not null`,
    // Claim emails take turns by the networks that created their endpoints.
    `create index outbox_of_network on outbox (budget_network, kind, budgeted_at) where budget_network is not null`,
    // Web deliveries take turns by their targets, and are listed by their destinations. The expression keeps SQLite from taking
    // the index of due deliveries instead, which would read all that wait.
    `create index outbox_web on outbox (target, due_at) where upper(channel) = 'WEB' and due_at is not null`,
    `create index outbox_of_destination on outbox (destination, key) where channel = 'web'`,
    `create index outbox_leased on outbox (leased_by) where leased_by is not null`,
    `create index outbox_failed on outbox (endpoint_key, key) where outcome in ('bounced', 'given_up') or bounced_at is not null`,
    `create index outbox_notices on outbox (target, created_at) where kind = 'notice'`,
    `create index outbox_notices_due on outbox (channel, due_at) where kind = 'notice' and due_at is not null`,
    ...createWeeklyTable(
      integer,
      'attempts',
      `key ${integer} primary key,
       delivery_key ${integer} not null,
       started_at ${integer} not null,
       ended_at ${integer},
       outcome text,
       answer text`,
    ),
    `create index attempts_of_delivery on attempts (delivery_key)`,
    `create table claim_emails (endpoint_key ${integer} primary key, delivery_key ${integer} not null)`,
    `create index claim_emails_of_delivery on claim_emails (delivery_key)`,
    // The newest email of each form that sends at most one an hour or in digests.
    `create table email_rhythms (
       endpoint_key ${integer} primary key,
       emailed_at ${integer},
       digest_key ${integer})`,
    `create table notices (
       key ${integer} primary key,
       kind text not null,
       mailbox text not null,
       data text not null,
       created_at ${integer} not null,
       expires_at ${integer} not null)`,
    `create index notices_by_age on notices (expires_at)`,
    `create table channel_pauses (
       channel text primary key,
       since ${integer} not null,
       until ${integer} not null,
       reason text not null)`,
    // Counted by the domain of the recipient; 'other' holds what is beyond the limit of domains.
    `create table email_days (
       day ${integer} not null,
       domain text not null,
       sent ${integer} not null,
       delayed ${integer} not null,
       bounced ${integer} not null,
       complaints ${integer} not null,
       unproven_sent ${integer} not null,
       unproven_delayed ${integer} not null,
       unproven_bounced ${integer} not null,
       unproven_complaints ${integer} not null,
       error text,
       error_at ${integer},
       primary key (day, domain))${withoutRowid(integer)}`,
    // Emails to unproven mailboxes, by the network that created their endpoints: '' while it is unknown.
    `create table unproven_email_hours (
       hour ${integer} not null,
       network text not null,
       sent ${integer} not null,
       bounced ${integer} not null,
       complaints ${integer} not null,
       primary key (hour, network))${withoutRowid(integer)}`,
  ]
}
