import { until } from '../../../support/service/until.ts'
import { type Request, send } from '../../support/clients/client.ts'
import { type ClientRequest, getToken } from '../../support/clients/client-ledger.ts'
import type { Fixture, Node } from '../../support/fixture.ts'

/** Requests whose outcome is unknown: they are repeated, also to a later process, until it is known. */
export type OpenRequests = {
  add(request: (token: string) => { operation: ClientRequest['operation'] } & Request): void
  /** Repeats each of them, and removes those whose outcome is now known. */
  ask(node: Node): Promise<void>
  count(): number
}

/**
 * A sequence of client requests to a process that may be killed at any point.
 *
 * @returns true when it was completed
 */
export type Story = (fixture: Fixture, node: Node, open: OpenRequests) => Promise<boolean>

export function openRequests(fixture: Fixture): OpenRequests {
  const open = new Map<string, { operation: ClientRequest['operation'] } & Request>()
  return {
    add(request) {
      const token = getToken(fixture.number())
      open.set(token, request(token))
    },
    async ask({ service }) {
      for (const [token, { operation, ...request }] of [...open]) {
        const what = { operation, token }
        fixture.ledger.intent(what)
        const answer = await send(service.base, request, `key-of-${token}`)
        if (answer.kind === 'unknown') fixture.ledger.unknown(what)
        else if (answer.kind === 'fail') fixture.ledger.fail(what, answer.status)
        else fixture.ledger.ok(what, answer.id)
        if (answer.kind !== 'unknown') open.delete(token)
      }
    },
    count: () => open.size,
  }
}

/** Sends the request once; null when it was refused or its outcome is unknown. */
export async function askOnce(fixture: Fixture, { service }: Node, what: ClientRequest, request: Request) {
  fixture.ledger.intent(what)
  const answer = await send(service.base, request, `key-of-${what.operation}-${what.token}`)
  if (answer.kind === 'ok') {
    fixture.ledger.ok(what, answer.id)
    return answer
  }
  fixture.ledger.unknown(what)
  return null
}

/** Waits until no email is waiting, or the process has died. */
export async function atRest(fixture: Fixture, { service }: Node): Promise<void> {
  await Promise.race([service.ended, until(async () => (await fixture.waiting()) === 0)])
}
