/** The oldest endpoints that nobody has claimed and whose recipients are still known; not touched by what they accept. */
const both = [
  `create index endpoints_unclaimed on endpoints (created_at) where claimed_at is null and recipient <> ''`,
]

export const sqlite = both
export const postgres = both
