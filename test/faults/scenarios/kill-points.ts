import assert from 'node:assert/strict'
import { claimPathIn, send } from '../../support/asking.ts'
import { tokenOf } from '../../support/client-ledger.ts'
import { visitAsOwner } from '../../support/owner-visit.ts'
import { until } from '../../support/until.ts'
import type { Scenario } from '../scenario.ts'
import { LETTERS_IN_HAND, type Node, type Stage } from '../stage.ts'

/** In the long form each point; in the short one each so many, beginning at one that the seed chooses. */
const STRIDE = { short: 24, long: 1 }
const FEWEST_POINTS = 30
const MOST_POINTS = 400

/**
 * Ends the process at the first named point of the paths of a submission and of its letter, the next at the second,
 * and so on, until one passes without being hit. Each has to finish what the one before it left behind, so that
 * recovery is interrupted too.
 */
export const killPoints: Scenario = {
  name: 'kill-points',
  title:
    'a process killed at any point of its paths, recovery among them, loses nothing and repeats only what it had in hand',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite', 'postgres'],
  async play(stage) {
    const stride = STRIDE[stage.length]
    const open = new Map<string, string>()
    let killed = 0
    let point = 1 + Math.floor(stage.random() * stride)
    for (; point < MOST_POINTS; point += stride) {
      if (!(await storyWithKill(stage, { point, open }))) break
      stage.fault(LETTERS_IN_HAND)
      killed += 1
    }
    assert.ok(killed >= FEWEST_POINTS / stride - 1, `the sweep passed only ${killed} points`)
    assert.ok(point < MOST_POINTS, 'the sweep ends')
    const last = await stage.startNode()
    assert.ok(last)
    await submitOpen(stage, last, open)
    assert.equal(open.size, 0, 'under its key each request came to its end')
    return `${killed} points`
  },
}

/**
 * One creation, two submissions and their letters, its claim, a sign-in letter, a further mailbox that says yes, a
 * submission that goes to both, then an orderly stop, all by a process that is killed at a point.
 *
 * @param story.open submissions whose outcome is not known yet, and where they go: they are repeated under their keys
 * @returns whether it was killed
 */
async function storyWithKill(
  stage: Stage,
  story: { point: number; open: Map<string, string> },
): Promise<boolean> {
  const node = await stage.startNode('one', { killAt: story.point })
  if (!node) return true
  const recipient = `ada@domain-${stage.number()}.dev`
  const what = { deed: 'create', token: recipient } as const
  stage.ledger.intent(what)
  const created = await send(
    node.service.base,
    { path: '/new', fields: { recipient } },
    `key-of-${recipient}`,
  )
  if (created.kind === 'ok') {
    stage.ledger.ok(what, created.id)
    for (let sent = 0; sent < 2; sent += 1) story.open.set(tokenOf(stage.number()), `/f/${created.id}`)
  } else stage.ledger.unknown(what)
  await submitOpen(stage, node, story.open)
  const atRest = () => Promise.race([node.service.ended, until(async () => (await stage.waiting()) === 0)])
  // At rest, or dead before that; stopping passes points as well.
  await atRest()
  const owned = created.kind === 'ok' && (await own(stage, node, { formId: created.id, recipient }))
  if (owned) {
    story.open.set(tokenOf(stage.number()), `/f/${created.id}`)
    await submitOpen(stage, node, story.open)
    await atRest()
  }
  const end = await stage.endNode(node)
  if (end.signal === 'SIGKILL') return true
  assert.deepEqual(end, { code: 0, signal: null })
  const sales = stage.mail.ledger.filter(({ to }) => to[0] === recipient.replace('ada', 'sales'))
  assert.ok(owned && sales.length > 1, 'the story was told to its end')
  return false
}

/** Claims the endpoint by the link in its letter, and has a further mailbox said yes; false where that did not come about. */
async function own(
  stage: Stage,
  { service }: Node,
  about: { formId: string; recipient: string },
): Promise<boolean> {
  const { formId, recipient } = about
  const claimPath = claimPathIn(stage.mail.ledger.find(({ to }) => to[0] === recipient))
  if (claimPath === null) return false
  const what = { deed: 'claim', token: formId } as const
  stage.ledger.intent(what)
  const claimed = await send(service.base, { path: claimPath }, `key-of-${recipient}`)
  if (claimed.kind !== 'ok') {
    stage.ledger.unknown(what)
    return false
  }
  stage.ledger.ok(what, claimed.id)
  return visitAsOwner(service.base, { claimPath, formId, recipient, letters: stage.mail.ledger })
}

async function submitOpen(stage: Stage, { service }: Node, open: Map<string, string>): Promise<void> {
  for (const [token, path] of [...open]) {
    const what = { deed: 'submit', token } as const
    stage.ledger.intent(what)
    const answer = await send(service.base, { path, fields: { token } }, `key-of-${token}`)
    if (answer.kind === 'unknown') stage.ledger.unknown(what)
    else if (answer.kind === 'fail') stage.ledger.fail(what, answer.status)
    else stage.ledger.ok(what, answer.id)
    if (answer.kind !== 'unknown') open.delete(token)
  }
}
