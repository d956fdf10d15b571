/** Says in the month of the claim that what arrived before it does not count. */
export function CountedSince(props: {
  claimedAt: string | null
  usage: { total: number; this_month: number; resets_at: string }
}) {
  const { claimedAt, usage } = props
  const month = new Date(Date.parse(usage.resets_at) - 1).toISOString().slice(0, '2026-11'.length)
  const isOfThisMonth = claimedAt?.startsWith(month) ?? false
  return isOfThisMonth && usage.total > usage.this_month ? 'Counted since you claimed it. ' : null
}
