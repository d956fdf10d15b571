import { DatabaseUnusable, StoreBroken, StoreUnavailable } from '../store/connection.ts'

/** A fault as plain data: between threads an error loses its class. */
export type PackedFault = {
  kind: 'broken' | 'unavailable' | 'unusable' | 'other'
  reason: StoreUnavailable['reason'] | null
  name: string
  message: string
  stack: string | undefined
  cause: PackedFault | null
}

export function packFault(fault: unknown): PackedFault {
  const error = fault instanceof Error ? fault : new Error(String(fault))
  return {
    kind: kindOf(error),
    reason: error instanceof StoreUnavailable ? error.reason : null,
    name: error.name,
    message: error.message,
    stack: error.stack,
    cause: error.cause === undefined ? null : packFault(error.cause),
  }
}

/** The fault that was packed, of its own class where callers tell it apart, with the stack of its origin. */
export function faultOf(packed: unknown): Error {
  const fault = packed as PackedFault
  const error = unpacked(fault, fault.cause ? faultOf(fault.cause) : undefined)
  if (fault.stack !== undefined) error.stack = fault.stack
  return error
}

function unpacked(fault: PackedFault, cause: Error | undefined): Error {
  switch (fault.kind) {
    case 'broken':
      return new StoreBroken(cause)
    case 'unavailable':
      return new StoreUnavailable(fault.reason ?? 'busy', cause)
    case 'unusable':
      return new DatabaseUnusable(fault.message, { cause })
    case 'other': {
      const error = new Error(fault.message, { cause })
      error.name = fault.name
      return error
    }
  }
}

function kindOf(error: Error): PackedFault['kind'] {
  if (error instanceof StoreBroken) return 'broken'
  if (error instanceof StoreUnavailable) return 'unavailable'
  return error instanceof DatabaseUnusable ? 'unusable' : 'other'
}
