import type { Asking, Said } from './asking.ts'

/** How many are claimed when their letter is there. */
const SHARE_CLAIMED = 0.3

export type Twin = { id: string; said: Said }

/**
 * Makes two endpoints of a kind, puts into both at once, has some claimed when their letter is there, and goes on with
 * both. They differ in upper case, so one account owns both and counts for both.
 *
 * @param visit.putIn a few requests to one of them
 */
export async function visitTwins(
  asking: Asking,
  visit: { path: string; began?(twin: Twin): void; putIn(twin: Twin): Promise<void> },
): Promise<void> {
  const domain = `domain-${asking.number()}.dev`
  const made = await Promise.all(
    ['ada', 'Ada'].map(async (name) => {
      const recipient = `${name}@${domain}`
      const request = { path: visit.path, fields: { recipient } }
      const twin = await asking.ask({ deed: 'create', token: recipient }, request)
      if (twin) visit.began?.(twin)
      return twin && { ...twin, recipient }
    }),
  )
  const twins = made.filter((twin) => twin !== null)
  await Promise.all(twins.map(visit.putIn))
  if (!asking.isHere() || asking.random() >= SHARE_CLAIMED) return
  await Promise.all(twins.map(({ id, recipient }) => asking.claim(id, recipient)))
  await Promise.all(twins.map(visit.putIn))
}
