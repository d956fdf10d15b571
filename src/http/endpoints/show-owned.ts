import type { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { answered } from '../kernel/api-route.ts'
import type { OwnedKind } from './owned-kind.ts'

/**
 * Answers with an endpoint of the caller. An endpoint of somebody else is refused like an unknown one. The ETag is the
 * version of the settings, for If-Match.
 */
export async function showOwned<Shape extends z.ZodObject>(
  { actions }: Pick<HttpDeps, 'actions'>,
  { kind, toBodies }: OwnedKind<Shape>,
  caller: Caller,
  wanted: { endpointId: string; now: Date },
) {
  const view = await actions.getOwnedEndpoint(caller, { kind, ...wanted })
  const [body] = view ? await toBodies([view], wanted.now) : []
  if (!view || !body) return refused({ code: 'endpoint_not_found' })
  return answered(body, { etag: `"${view.endpoint.version}"` })
}

/** Describes the answer of `showOwned`. */
export function describeEndpoint({ schema, example }: OwnedKind, description: string) {
  return { status: 200, description, schema, example, headers: ['ETag'] } as const
}
