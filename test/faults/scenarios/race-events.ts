import assert from 'node:assert/strict'
import { TELEMETRY } from '../../../src/domain/endpoints/kinds/telemetry.ts'
import { getToken } from '../support/clients/client-ledger.ts'
import { all, ask, at } from '../support/clients/concurrent-requests.ts'
import { createEvents, recordAccepted } from '../support/clients/telemetry-visit.ts'
import type { Fixture, Node } from '../support/fixture.ts'

const REPEATS = 20
const EVENTS_REPEATED = 10
/** Requests that together exceed the cap, which is reached in the middle of one. */
const REQUESTS = 60
const EVENTS = 90

/** Sends the same events to all nodes at once, which are accepted once, and others up to the cap. */
export async function raceWithEvents(fixture: Fixture, nodes: readonly Node[], id: string): Promise<void> {
  const token = getToken(fixture.number())
  const same = createEvents(fixture, { token, count: EVENTS_REPEATED, withIds: true })
  const counts = await all(REPEATS, (n) =>
    ask(
      fixture,
      at(nodes, n),
      { operation: 'events', token },
      { path: `/t/${id}`, json: same, ...BY_CONTENT },
    ),
  )
  assert.deepEqual(counts, Array(REPEATS).fill(String(EVENTS_REPEATED)))

  const accepted = await all(REQUESTS, (n) => {
    const token = getToken(fixture.number())
    const json = createEvents(fixture, { token, count: EVENTS, withIds: n % 2 === 0 })
    return ask(
      fixture,
      at(nodes, n),
      { operation: 'events', token },
      { path: `/t/${id}`, json, ...BY_CONTENT },
    )
  })
  const total = accepted.reduce((sum, count) => sum + Number(count), EVENTS_REPEATED)
  assert.equal(total, TELEMETRY.unclaimedCap)
}

const BY_CONTENT = { repeated: 'by its content', idIn: recordAccepted } as const
