import { StoreUnavailable } from '../../store/contract/errors.ts'

/** Ignores that the store is unavailable for writes: reading must still work while the disk is full. */
export async function recordUseIfPossible(noting: Promise<void>): Promise<void> {
  try {
    await noting
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}
