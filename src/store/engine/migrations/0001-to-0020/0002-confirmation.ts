/**
 * Confirmation becomes a fact of each endpoint. Until now a person consented for all endpoints of an email address, by a
 * button of a claim page or by signing in: the endpoints that such an address has claimed are confirmed, because their
 * owner has relied on them.
 *
 * A claimed telemetry endpoint or queue that has passed the allowance it had while unclaimed is confirmed too: it counts
 * against its account already, and would stop accepting otherwise. All others were claimed by a link that nobody, or a
 * mail scanner, may have followed.
 */
const STATEMENTS = [
  `alter table endpoints add column confirmed_at bigint`,
  `update endpoints
     set confirmed_at = case
       when mailboxes.consented_at > endpoints.claimed_at then mailboxes.consented_at
       else endpoints.claimed_at end
     from mailboxes
     where mailboxes.mailbox_key = endpoints.mailbox_key
       and mailboxes.consented_at is not null
       and endpoints.claimed_at is not null`,
  `update endpoints
     set confirmed_at = claimed_at
     where claimed_at is not null
       and confirmed_at is null
       and ((id like 't%' and accepted_count >= 5000) or (id like 'q%' and accepted_count >= 100))`,
  `alter table mailboxes drop column consented_at`,
]

export const sqlite = STATEMENTS
export const postgres = STATEMENTS
