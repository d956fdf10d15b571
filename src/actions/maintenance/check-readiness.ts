import { StoreUnavailable } from '../../store/contract/errors.ts'
import type { Context } from '../context.ts'

/** Checks whether a submission sent now could be stored. The mail server does not matter to that. */
export async function checkStore(context: Context): Promise<boolean> {
  try {
    await context.store.probe()
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

/** Checks whether there is space for a submission. */
export function checkDisk(context: Context): boolean {
  return context.store.hasRoom()
}
