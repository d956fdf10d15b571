import { StoreUnavailable } from '../../store/contract/errors.ts'

/** Who can only look because the disk is full, or the database is away for writes, shall be able to look. */
export async function recordUseIfPossible(noting: Promise<void>): Promise<void> {
  try {
    await noting
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}
