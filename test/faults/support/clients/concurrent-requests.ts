import assert from 'node:assert/strict'
import type { Fixture, Node } from '../fixture.ts'
import { type Request, send } from './client.ts'
import type { ClientRequest } from './client-ledger.ts'

/** Asks once, and must get an answer; its id, if it was done. */
export async function ask(
  fixture: Fixture,
  node: Node,
  what: ClientRequest,
  request: Request,
): Promise<string | null> {
  fixture.ledger.intent(what)
  const answer = await send(node.service.base, request, `key-${fixture.number()}-once`)
  assert.notEqual(answer.kind, 'unknown')
  if (answer.kind === 'ok') fixture.ledger.ok(what, answer.id)
  if (answer.kind === 'fail') fixture.ledger.fail(what, answer.status)
  return answer.kind === 'ok' ? answer.id : null
}

/** So many at once; the ids of those that were let through. */
export async function all(count: number, one: (n: number) => Promise<string | null>): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  return answers.filter((id) => id !== null)
}

/** One node after the other. */
export function at(nodes: readonly Node[], n: number): Node {
  return nodes[n % nodes.length] ?? assert.fail()
}
