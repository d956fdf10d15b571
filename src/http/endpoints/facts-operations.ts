import type { z } from 'zod'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { PublicOperation } from '../kernel/register-route.ts'
import { exampleRefusal } from '../schema/examples.ts'
import { UnknownEndpoint } from '../schema/schemas.ts'
import { exampleFacts } from './facts.ts'
import { PUBLIC_KINDS } from './public-kinds.ts'

type Words = Pick<PublicOperation, 'operationId' | 'summary' | 'description' | 'security'>

/** Declares the address of an endpoint, which describes it: to programs, and on a page if the kind has one. */
export function infoOperation(
  base: string,
  kind: EndpointKind,
  own: Words & { schema: z.ZodType; accepts: readonly string[] },
): PublicOperation {
  const { schema, accepts, ...words } = own
  const { tag, parameter, noun } = PUBLIC_KINDS[kind]
  const hasPage = kind === 'form'
  const media = hasPage ? ['text/html', 'text/markdown'] : ['text/markdown']
  return {
    ...words,
    tag,
    parameters: [parameter],
    answers: {
      200: {
        description: `The status, and the media types that the ${noun} accepts.`,
        schema,
        example: { ...exampleFacts(base, kind), accepts },
        media,
      },
      404: { ...unknown(`No such ${noun}.`), media },
    },
    refuses: [
      ...(hasPage ? (['form_sent_by_get'] as const) : []),
      'endpoint_expired',
      'endpoint_retired',
      'endpoint_suspended',
    ],
    refusesAs: hasPage ? 'json or page' : 'json or markdown',
  }
}

/** Declares the claim-status probe of an endpoint. `found` and `missing` describe its answers. */
export function statusOperation(
  base: string,
  kind: EndpointKind,
  own: Words & { schema: z.ZodType; found?: string; missing?: string },
): PublicOperation {
  const { schema, found, missing, ...words } = own
  const { tag, parameter, noun } = PUBLIC_KINDS[kind]
  const description = found ?? `The public facts of the ${noun}.`
  return {
    ...words,
    tag,
    parameters: [parameter],
    answers: {
      200: { description, schema, example: exampleFacts(base, kind) },
      404: unknown(missing ?? `No such ${noun}.`),
    },
  }
}

/** Describes the answer about an endpoint that does not exist. */
function unknown(description: string) {
  const example = { exists: false, claimed: false, active: false, ...exampleRefusal('endpoint_not_found') }
  return { description, schema: UnknownEndpoint, example }
}
