import { setTimeout } from 'node:timers/promises'
import type { Asking, Said } from './client.ts'

/** Share of endpoints claimed once their email has arrived, and the limit of that wait. */
const SHARE_CLAIMED = 0.5
const LOOKS = 100
const LOOK_MS = 20
/** Number of concurrent senders. */
const SENDERS = 2

export type Twin = { id: string; said: Said }

/**
 * Makes two endpoints of a kind, puts into both at once, has some claimed when their email is there, and goes on with
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
  const putIn = () =>
    Promise.all(twins.flatMap((twin) => Array.from({ length: SENDERS }, () => visit.putIn(twin))))
  await putIn()
  if (asking.random() >= SHARE_CLAIMED) return
  await Promise.all(twins.map((twin) => claimWhenAsked(asking, twin)))
  await putIn()
}

/** Claims an endpoint when the email comes. The link, if it was followed. */
export async function claimWhenAsked(
  asking: Asking,
  { id, recipient }: { id: string; recipient: string },
): Promise<string | null> {
  for (let look = 0; asking.isHere() && look < LOOKS; look += 1) {
    const path = await asking.claim(id, recipient)
    if (path !== null) return path
    await setTimeout(LOOK_MS)
  }
  return null
}
