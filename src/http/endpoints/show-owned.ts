import type { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { HttpDeps } from '../deps.ts'
import { answered, refused } from '../kernel/api-route.ts'
import type { OwnedKind } from './owned-kind.ts'

/**
 * The endpoint as it is now, as an answer; one of somebody else is as unknown as one that never was. The validator is that
 * of its settings, for If-Match.
 */
export async function showOwned<Shape extends z.ZodObject>(
  { actions }: Pick<HttpDeps, 'actions'>,
  { kind, bodiesOf }: OwnedKind<Shape>,
  caller: Caller,
  asked: { endpointId: string; now: Date },
) {
  const view = await actions.getOwnedEndpoint(caller, { kind, ...asked })
  const [body] = view ? await bodiesOf([view], asked.now) : []
  if (!view || !body) return refused({ code: 'endpoint_not_found' })
  return answered(body, { etag: `"${view.endpoint.version}"` })
}
