import { until } from '../../../support/service/until.ts'
import { type Request, send } from '../../support/clients/client.ts'
import { type ClientRequest, getToken } from '../../support/clients/client-ledger.ts'
import type { Fixture, Node } from '../../support/fixture.ts'

/** Requests whose outcome is not known yet: they are repeated, by a later process too, until it is. */
export type OpenRequests = {
  add(request: (token: string) => { operation: ClientRequest['operation'] } & Request): void
  /** Asks for each of them; what is known then is open no more. */
  ask(node: Node): Promise<void>
  count(): number
}

/**
 * A sequence of client requests to a process that may be killed at any point.
 *
 * @returns whether it came to its end
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

/** Asks for it once; null where it was not done, or nobody knows. */
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

/** No email waits, or the process is dead before that. */
export async function atRest(fixture: Fixture, { service }: Node): Promise<void> {
  await Promise.race([service.ended, until(async () => (await fixture.waiting()) === 0)])
}
