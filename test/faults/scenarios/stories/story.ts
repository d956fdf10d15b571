import { until } from '../../../support/service/until.ts'
import { type Request, send } from '../../support/clients/client.ts'
import { type Asked, tokenOf } from '../../support/clients/client-ledger.ts'
import type { Node, Stage } from '../../support/fixture.ts'

/** Requests whose outcome is not known yet: they are repeated, by a later process too, until it is. */
export type OpenRequests = {
  add(request: (token: string) => { deed: Asked['deed'] } & Request): void
  /** Asks for each of them; what is known then is open no more. */
  ask(node: Node): Promise<void>
  count(): number
}

/**
 * A sequence of client requests to a process that may be killed at any point.
 *
 * @returns whether it came to its end
 */
export type Story = (stage: Stage, node: Node, open: OpenRequests) => Promise<boolean>

export function openRequests(stage: Stage): OpenRequests {
  const open = new Map<string, { deed: Asked['deed'] } & Request>()
  return {
    add(request) {
      const token = tokenOf(stage.number())
      open.set(token, request(token))
    },
    async ask({ service }) {
      for (const [token, { deed, ...request }] of [...open]) {
        const what = { deed, token }
        stage.ledger.intent(what)
        const answer = await send(service.base, request, `key-of-${token}`)
        if (answer.kind === 'unknown') stage.ledger.unknown(what)
        else if (answer.kind === 'fail') stage.ledger.fail(what, answer.status)
        else stage.ledger.ok(what, answer.id)
        if (answer.kind !== 'unknown') open.delete(token)
      }
    },
    count: () => open.size,
  }
}

/** Asks for it once; null where it was not done, or nobody knows. */
export async function askOnce(stage: Stage, { service }: Node, what: Asked, request: Request) {
  stage.ledger.intent(what)
  const answer = await send(service.base, request, `key-of-${what.deed}-${what.token}`)
  if (answer.kind === 'ok') {
    stage.ledger.ok(what, answer.id)
    return answer
  }
  stage.ledger.unknown(what)
  return null
}

/** No email waits, or the process is dead before that. */
export async function atRest(stage: Stage, { service }: Node): Promise<void> {
  await Promise.race([service.ended, until(async () => (await stage.waiting()) === 0)])
}
