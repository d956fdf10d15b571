import type { DeclaredAnswer } from '../kernel/register-route.ts'
import { exampleAnswers, exampleRefusal } from './examples.ts'
import { UnknownEndpoint } from './schemas.ts'

/** Describes the answer about an endpoint that does not exist. */
export function unknownEndpoint(description: string): DeclaredAnswer {
  const example = { exists: false, claimed: false, active: false, ...exampleRefusal('endpoint_not_found') }
  return { description, schema: UnknownEndpoint, example }
}

/** Returns an example status of a telemetry endpoint or queue, with its own id and URL. */
export function exampleStatus<Named extends object>(base: string, named: Named) {
  const { form_id: _id, endpoint_url: _url, ...common } = exampleAnswers(base).status
  return { ...common, ...named }
}
