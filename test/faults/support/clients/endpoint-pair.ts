import { setTimeout } from 'node:timers/promises'
import type { AnswerBody, Client } from './client.ts'

/** Share of endpoints claimed once their email has arrived, and the limit of that wait. */
const SHARE_CLAIMED = 0.5
const LOOKS = 100
const POLL_MS = 20
/** Number of concurrent senders. */
const SENDERS = 2

export type PairedEndpoint = { id: string; body: AnswerBody }

/**
 * Creates two endpoints of a kind, sends to both at once, claims some when their email has arrived, and continues with
 * both. Their recipients differ only in case, so one account owns and counts both.
 *
 * @param visit.putIn sends a few requests to one of them
 */
export async function visitEndpointPair(
  client: Client,
  visit: {
    path: string
    began?(endpoint: PairedEndpoint): void
    putIn(endpoint: PairedEndpoint): Promise<void>
  },
): Promise<void> {
  const domain = `domain-${client.number()}.dev`
  const made = await Promise.all(
    ['ada', 'Ada'].map(async (name) => {
      const recipient = `${name}@${domain}`
      const request = { path: visit.path, fields: { recipient } }
      const endpoint = await client.ask({ operation: 'create', token: recipient }, request)
      if (endpoint) visit.began?.(endpoint)
      return endpoint && { ...endpoint, recipient }
    }),
  )
  const pair = made.filter((endpoint) => endpoint !== null)
  const putIn = () =>
    Promise.all(pair.flatMap((endpoint) => Array.from({ length: SENDERS }, () => visit.putIn(endpoint))))
  await putIn()
  if (client.random() >= SHARE_CLAIMED) return
  await Promise.all(pair.map((endpoint) => claimWhenAsked(client, endpoint)))
  await putIn()
}

/** Claims an endpoint when the email arrives. Returns the link if it was followed. */
export async function claimWhenAsked(
  client: Client,
  { id, recipient }: { id: string; recipient: string },
): Promise<string | null> {
  for (let look = 0; client.isHere() && look < LOOKS; look += 1) {
    const path = await client.claim(id, recipient)
    if (path !== null) return path
    await setTimeout(POLL_MS)
  }
  return null
}
