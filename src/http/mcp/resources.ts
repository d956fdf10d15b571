import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Dispatch } from './dispatch.ts'

const RESOURCES: readonly (Resource & { mimeType: string; path: string })[] = [
  {
    uri: 'formslot://llms',
    name: 'llms',
    title: 'The HTTP interface, for language models',
    description: 'Every call as a command with its answer, limits and errors.',
    mimeType: 'text/plain',
    path: '/llms.txt',
  },
  {
    uri: 'formslot://openapi',
    name: 'openapi',
    title: 'OpenAPI document',
    description: 'The whole HTTP interface. Large: read formslot://llms first.',
    mimeType: 'application/json',
    path: '/openapi.json',
  },
]

/** Lists the documents that clients can read. */
export function listResources(): Resource[] {
  return RESOURCES.map(({ path: _path, ...listed }) => listed)
}

/** Reads a document from its route. */
export async function readResource(uri: string, dispatch: Dispatch): Promise<ReadResourceResult> {
  const resource = RESOURCES.find((one) => one.uri === uri)
  if (!resource) throw new ResourceNotFoundError(uri)
  const { text } = await dispatch({ method: 'GET', path: resource.path, as: 'anyone' })
  return { contents: [{ uri, mimeType: resource.mimeType, text }] }
}
