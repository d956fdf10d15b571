import { rulesOf } from '../../domain/endpoints/kinds.ts'

/** Where an endpoint is used, behind the base address: `/f/f_…`. */
export function pathOf(endpointId: string): string {
  return `/${rulesOf({ id: endpointId }).idPrefix}/${endpointId}`
}
