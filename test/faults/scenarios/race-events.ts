import assert from 'node:assert/strict'
import { TELEMETRY } from '../../../src/domain/endpoints/kinds/telemetry.ts'
import { tokenOf } from '../support/clients/client-ledger.ts'
import { all, ask, at } from '../support/clients/concurrent-requests.ts'
import { eventsOf, recordAccepted } from '../support/clients/telemetry-visit.ts'
import type { Fixture, Node } from '../support/fixture.ts'

const REPEATS = 20
const EVENTS_REPEATED = 10
/** More than the cap, which lies in the middle of one. */
const REQUESTS = 60
const EVENTS = 90

/** The same events from everywhere at once are taken once; and of all others as many as the cap has room for. */
export async function raceWithEvents(fixture: Fixture, nodes: readonly Node[], id: string): Promise<void> {
  const token = tokenOf(fixture.number())
  const same = eventsOf(fixture, { token, count: EVENTS_REPEATED, withIds: true })
  const told = await all(REPEATS, (n) =>
    ask(
      fixture,
      at(nodes, n),
      { operation: 'events', token },
      { path: `/t/${id}`, json: same, ...BY_CONTENT },
    ),
  )
  assert.deepEqual(told, Array(REPEATS).fill(String(EVENTS_REPEATED)))

  const taken = await all(REQUESTS, (n) => {
    const token = tokenOf(fixture.number())
    const json = eventsOf(fixture, { token, count: EVENTS, withIds: n % 2 === 0 })
    return ask(
      fixture,
      at(nodes, n),
      { operation: 'events', token },
      { path: `/t/${id}`, json, ...BY_CONTENT },
    )
  })
  const total = taken.reduce((sum, count) => sum + Number(count), EVENTS_REPEATED)
  assert.equal(total, TELEMETRY.unclaimedCap)
}

const BY_CONTENT = { repeated: 'by its content', idIn: recordAccepted } as const
