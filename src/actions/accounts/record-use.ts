import { StoreUnavailable } from '../../store/contract/errors.ts'

/** Ignores that the store is unavailable for writes, and returns null: reading must still work while the disk is full. */
export async function recordUseIfPossible<Value>(noting: Promise<Value>): Promise<Value | null> {
  try {
    return await noting
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
