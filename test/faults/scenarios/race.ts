import assert from 'node:assert/strict'
import { CREATIONS_PER_HOUR } from '../../../src/domain/endpoints/creation-limit.ts'
import { UNCLAIMED_CAP } from '../../../src/domain/endpoints/kinds/form.ts'
import { until } from '../../support/service/until.ts'
import { openStoredRows } from '../../support/stores/stored-rows.ts'
import type { Scenario } from '../scenario.ts'
import { claimPathIn } from '../support/clients/client.ts'
import { getToken } from '../support/clients/client-ledger.ts'
import { all, ask, at } from '../support/clients/concurrent-requests.ts'
import type { Fixture, Node } from '../support/fixture.ts'
import { raceWithEvents } from './race-events.ts'
import { raceWithMessages } from './race-messages.ts'

const ROUNDS = { short: 1, long: 20 }
const CREATIONS = 40
/** Creation limit, which all kinds share. */
const MADE_AT = ['/new', '/t/new', '/q/new']
const SUBMISSIONS = 150
const CLAIMS = 20
const PAST_THE_HOUR = { hours: 1, seconds: 1 }

/**
 * Runs everything at once on all nodes: creations from one address, submissions, events and messages to one endpoint of
 * each kind, their claims, and consumers of one queue. SQLite has one node.
 */
export const race: Scenario = {
  name: 'race',
  title: 'concurrent creations, submissions, claims and emails on several nodes keep every limit exactly',
  databases: ['sqlite', 'postgres'],
  short: ['postgres'],
  async play(fixture) {
    const env = { FORMSLOT_CREATE_PER_HOUR: String(CREATIONS_PER_HOUR) }
    const names = fixture.postgres ? ['one', 'two'] : ['one']
    const nodes: Node[] = []
    for (const name of names) {
      const node = await fixture.startNode(name, { env })
      assert.ok(node)
      nodes.push(node)
    }
    for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
      const [form = '', telemetry = '', queue = ''] = await raceToCreate(fixture, nodes)
      await raceToSubmit(fixture, nodes, form)
      await raceWithEvents(fixture, nodes, telemetry)
      await raceWithMessages(fixture, nodes, queue)
      for (const made of [form, telemetry, queue]) await raceToClaim(fixture, nodes, made)
      await fixture.waitForLeasesToEnd()
      await fixture.pass(PAST_THE_HOUR).delivered
    }
    return `${ROUNDS[fixture.length]} rounds on ${nodes.length === 1 ? 'one node' : 'two nodes'}`
  },
}

/** Returns the ids of the created endpoints, one of each kind first. */
async function raceToCreate(fixture: Fixture, nodes: readonly Node[]): Promise<string[]> {
  const create = (path: string, n: number) => {
    const recipient = `ada@domain-${fixture.number()}.dev`
    return ask(
      fixture,
      at(nodes, n),
      { operation: 'create', token: recipient },
      { path, fields: { recipient } },
    )
  }
  const ids: string[] = []
  for (const path of MADE_AT) ids.push((await create(path, 0)) ?? assert.fail('the first are let through'))
  ids.push(...(await all(CREATIONS, (n) => create(MADE_AT[n % MADE_AT.length] ?? '', n))))
  assert.equal(ids.length, CREATIONS_PER_HOUR)
  return ids
}

async function raceToSubmit(fixture: Fixture, nodes: readonly Node[], formId: string): Promise<void> {
  const ids = await all(SUBMISSIONS, (n) => {
    const token = getToken(fixture.number())
    return ask(
      fixture,
      at(nodes, n),
      { operation: 'submit', token },
      { path: `/f/${formId}`, fields: { token } },
    )
  })
  assert.equal(ids.length, UNCLAIMED_CAP)
}

async function raceToClaim(fixture: Fixture, nodes: readonly Node[], id: string): Promise<void> {
  await using rows = await openStoredRows(fixture.database)
  const [row] = await rows.all(`select recipient from endpoints where id = '${id}'`)
  const getEmail = () => fixture.mail.ledger.find(({ to }) => to[0] === row?.recipient)
  await until(() => getEmail() !== undefined)
  const path = claimPathIn(getEmail())
  assert.ok(path)
  const ids = await all(CLAIMS, (n) =>
    ask(fixture, at(nodes, n), { operation: 'claim', token: id }, { path }),
  )
  assert.equal(ids.length, CLAIMS, 'following the link again shows the same page')
  const owners = await rows.all(
    `select account_key from endpoints where id = '${id}' and account_key is not null`,
  )
  assert.equal(owners.length, 1)
}
