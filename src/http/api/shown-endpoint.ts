import type { Caller } from '../../actions/caller.ts'
import type { HttpParts } from '../parts.ts'
import { endpointBody, etagOf } from './endpoint-shape.ts'
import { answered, refused } from './route.ts'

/** The endpoint as it is now, as an answer; one of somebody else is as unknown as one that never was. */
export async function showEndpoint(
  { deeds, base }: Pick<HttpParts, 'deeds' | 'base'>,
  caller: Caller,
  asked: { endpointId: string; now: Date },
) {
  const view = await deeds.lookAtEndpoint(caller, asked)
  if (!view) return refused({ code: 'endpoint_not_found' })
  return answered(endpointBody(base, view), { etag: etagOf(view) })
}
