import { countedBytes } from '../../domain/files/file-limits.ts'
import type { Plan } from '../../domain/plans/plan.ts'
import type { ClientShare } from '../../domain/plans/quota-share.ts'
import type { Refusal } from '../../domain/refusal.ts'

/** The share of a client in the storage of an owner, never less than one submission. */
export type StorageShare = {
  /** Reserves the bytes of the files, or returns the refusal. `storedBytes`: those that the account stores already. */
  reserve(about: { plan: Plan | null; accountKey: number | null; storedBytes: number }): Refusal | null
  release(): void
}

/** @param request.openShare returns null while shares are turned off */
export function createStorageShare(request: {
  files: readonly { bytes: number }[]
  openShare(): ClientShare | null
}): StorageShare {
  let share: ClientShare | null = null
  return {
    reserve({ plan, accountKey, storedBytes }) {
      share ??= request.openShare()
      if (share === null || plan === null) return null
      const count = request.files.reduce((sum, file) => sum + countedBytes(file), 0)
      const { refusal } = share.reserve(
        {
          counter: `files of account ${accountKey}`,
          kind: 'form',
          left: plan.storedBytes - storedBytes,
          least: Math.max(plan.submissionBytes, count),
        },
        { count, atLeast: count },
      )
      const message =
        'This IP address has used up its share of the space for files for this hour. Try again later, or send fewer files.'
      return refusal && { ...refusal, message }
    },
    release: () => share?.release(),
  }
}
