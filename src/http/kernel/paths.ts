import { getKindRules } from '../../domain/endpoints/kinds.ts'

/** Returns the path of an endpoint: `/f/f_…`. */
export function getEndpointPath(endpointId: string): string {
  return `/${getKindRules({ id: endpointId }).idPrefix}/${endpointId}`
}

/** Path of the owner API. */
export const API_PATH = '/api/v1'

/** Path of the Model Context Protocol. */
export const MCP_PATH = '/mcp'
