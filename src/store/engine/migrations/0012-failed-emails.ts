/** Emails that did not arrive are found by their endpoint, so that all of them can be sent again at once. */
const both = [`create index jobs_failed on jobs (endpoint_key, key) where outcome in ('bounced', 'given_up')`]

export const sqlite = both
export const postgres = both
