import type { DeliveredSubmission } from '../../../src/store/contract/outbox-store.ts'

export type MemoryPost = { endpointId: string; fields: Record<string, unknown> }

/** Composes a submission for the memory channel. */
export function composePost({ endpoint, fields }: DeliveredSubmission): MemoryPost {
  return {
    endpointId: endpoint.id,
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  }
}
