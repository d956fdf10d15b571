import assert from 'node:assert/strict'
import { CREATIONS_PER_HOUR } from '../../../src/domain/creation-limit.ts'
import { UNCLAIMED_CAP } from '../../../src/domain/kinds/form.ts'
import { claimPathIn, type Request, send } from '../../support/asking.ts'
import { type Asked, tokenOf } from '../../support/client-ledger.ts'
import { openStoredRows } from '../../support/stored-rows.ts'
import { until } from '../../support/until.ts'
import type { Scenario } from '../scenario.ts'
import type { Node, Stage } from '../stage.ts'

const ROUNDS = { short: 1, long: 20 }
const CREATIONS = 40
const SUBMISSIONS = 150
const CLAIMS = 20
const PAST_THE_HOUR = { hours: 1, seconds: 1 }

/**
 * Everybody at once, on all nodes: creations from one address, submissions to one endpoint, its claim. On SQLite the
 * one node there can be.
 */
export const race: Scenario = {
  name: 'race',
  title: 'nodes that race for creations, for the cap, for a claim and for letters keep every limit exactly',
  databases: ['sqlite', 'postgres'],
  short: ['postgres'],
  async play(stage) {
    const env = { FORMSLOT_CREATE_PER_HOUR: String(CREATIONS_PER_HOUR) }
    const names = stage.postgres ? ['one', 'two'] : ['one']
    const nodes: Node[] = []
    for (const name of names) {
      const node = await stage.startNode(name, { env })
      assert.ok(node)
      nodes.push(node)
    }
    for (let round = 0; round < ROUNDS[stage.length]; round += 1) {
      const [created = ''] = await raceToCreate(stage, nodes)
      await raceToSubmit(stage, nodes, created)
      await raceToClaim(stage, nodes, created)
      await stage.emptyHands()
      await stage.pass(PAST_THE_HOUR).delivered
    }
    return `${ROUNDS[stage.length]} rounds on ${nodes.length === 1 ? 'one node' : 'two nodes'}`
  },
}

/** The form ids of those that were let through. */
async function raceToCreate(stage: Stage, nodes: readonly Node[]): Promise<string[]> {
  const ids = await all(CREATIONS, (n) => {
    const recipient = `ada@domain-${stage.number()}.dev`
    return ask(
      stage,
      at(nodes, n),
      { deed: 'create', token: recipient },
      { path: '/new', fields: { recipient } },
    )
  })
  assert.equal(ids.length, CREATIONS_PER_HOUR)
  return ids
}

async function raceToSubmit(stage: Stage, nodes: readonly Node[], formId: string): Promise<void> {
  const ids = await all(SUBMISSIONS, (n) => {
    const token = tokenOf(stage.number())
    return ask(stage, at(nodes, n), { deed: 'submit', token }, { path: `/f/${formId}`, fields: { token } })
  })
  assert.equal(ids.length, UNCLAIMED_CAP)
}

async function raceToClaim(stage: Stage, nodes: readonly Node[], formId: string): Promise<void> {
  await using rows = await openStoredRows(stage.database)
  const [row] = await rows.all(`select recipient from endpoints where id = '${formId}'`)
  const letterOf = () => stage.mail.ledger.find(({ to }) => to[0] === row?.recipient)
  await until(() => letterOf() !== undefined)
  const path = claimPathIn(letterOf())
  assert.ok(path)
  const ids = await all(CLAIMS, (n) => ask(stage, at(nodes, n), { deed: 'claim', token: formId }, { path }))
  assert.equal(ids.length, CLAIMS, 'who follows the link again sees the same page')
  const owners = await rows.all(
    `select account_key from endpoints where id = '${formId}' and account_key is not null`,
  )
  assert.equal(owners.length, 1)
}

async function ask(stage: Stage, node: Node, what: Asked, request: Request): Promise<string | null> {
  stage.ledger.intent(what)
  const answer = await send(node.service.base, request, `key-${stage.number()}-once`)
  assert.notEqual(answer.kind, 'unknown')
  if (answer.kind === 'ok') stage.ledger.ok(what, answer.id)
  if (answer.kind === 'fail') stage.ledger.fail(what, answer.status)
  return answer.kind === 'ok' ? answer.id : null
}

async function all(count: number, one: (n: number) => Promise<string | null>): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  return answers.filter((id) => id !== null)
}

function at(nodes: readonly Node[], n: number): Node {
  return nodes[n % nodes.length] ?? assert.fail()
}
