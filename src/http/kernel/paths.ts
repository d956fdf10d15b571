import { getKindRules } from '../../domain/endpoints/kinds.ts'

/** Where an endpoint is used, behind the base address: `/f/f_…`. */
export function getEndpointPath(endpointId: string): string {
  return `/${getKindRules({ id: endpointId }).idPrefix}/${endpointId}`
}

/** Where the owner API stands. */
export const API_PATH = '/api/v1'
