import { createHmac } from 'node:crypto'
import type { Keys } from '../domain/keys.ts'
import { MAX_VISITORS_PER_ADDRESS, VISITOR_BITS } from '../domain/telemetry/visitor.ts'

/** Creates `Keys.visitorPlace`: without the key, nobody who reads the salt in the database can try addresses. */
export function createVisitorPlaces(key: Buffer): Keys['visitorPlace'] {
  const hash = (parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().readUInt32BE()

  return ({ salt, endpointId, address, userAgent }) => {
    const agent = hash([salt, endpointId, address, userAgent]) % MAX_VISITORS_PER_ADDRESS
    return hash([salt, endpointId, address, agent]) % VISITOR_BITS
  }
}
