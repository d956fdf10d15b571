/** Days after which the service deletes submissions of the trash for good. */
export const TRASH_DAYS = 7
const DAY_MS = 86_400_000

/** Returns when a submission that was moved to the trash is deleted for good. */
export function deletedForGoodAt(trashedAt: string): string {
  return new Date(Date.parse(trashedAt) + TRASH_DAYS * DAY_MS).toISOString()
}
