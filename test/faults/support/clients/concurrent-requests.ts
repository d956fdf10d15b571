import assert from 'node:assert/strict'
import type { Fixture, Node } from '../fixture.ts'
import { type Request, send } from './client.ts'
import type { ClientRequest } from './client-ledger.ts'

/** Sends a request once, which must be answered. Returns the id if it succeeded. */
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

/** Sends many requests at once. Returns the ids of those that succeeded. */
export async function all(count: number, one: (n: number) => Promise<string | null>): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  return answers.filter((id) => id !== null)
}

/** Returns the nodes in turn. */
export function at(nodes: readonly Node[], n: number): Node {
  return nodes[n % nodes.length] ?? assert.fail()
}
