import { getKindRules } from '../../domain/endpoints/kinds.ts'

/** Returns the path of an endpoint: `/f/f_…`. */
export function getEndpointPath(endpointId: string): string {
  return `/${getKindRules({ id: endpointId }).idPrefix}/${endpointId}`
}

/** Public addresses with a slash at the end. */
const WITH_SLASH =
  /^(\/(?:(?:[tq]\/)?new|[fqrst]\/[^/?#]+(?:\/(?:status|start|thanks|challenge|health|withdraw))?|ajax\/f\/[^/?#]+|submit|sign-in|mcp|docs(?:\/[^?#]*[^/?#])?|llms\.txt|openapi\.json))\/(?=[?#]|$)/

/**
 * Removes the slash at the end of a public address, which people add to URLs. It is no redirect, which would turn a POST into
 * a GET.
 */
export function forgiveSlash(url: string): string {
  return url.replace(WITH_SLASH, '$1')
}

/** Path of the owner API. */
export const API_PATH = '/api/v1'

/** Path of the Model Context Protocol. */
export const MCP_PATH = '/mcp'
