import { StoreUnavailable } from '../../store/contract/errors.ts'
import type { Context } from '../context.ts'

/** Checks whether a submission sent now could be stored. The mail server does not matter to that. */
export async function checkReadiness(context: Context): Promise<{ store: boolean; disk: boolean }> {
  return { store: await storeFlushes(context), disk: context.store.hasRoom() }
}

async function storeFlushes(context: Context): Promise<boolean> {
  try {
    await context.store.probe()
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}
