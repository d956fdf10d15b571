/** Folder of a submission. */
export type Folder = 'inbox' | 'spam' | 'archive' | 'trash'

/** Folders that lists, searches and exports of all submissions contain: not the trash. */
export const FOLDERS: readonly Folder[] = ['inbox', 'spam', 'archive']
export const FOLDERS_AND_TRASH: readonly Folder[] = [...FOLDERS, 'trash']

/**
 * Days after which a submission in the trash is deleted for good. Its waiting emails are sent: the trash can be undone,
 * other addresses may be waiting for them, and what was accepted ends delivered or failed. Deleting for good stops them.
 */
export const TRASH_DAYS = 7

/** Returns the folder its owner moved it to, else the one its verdict on arrival chose. */
export function getFolder(submission: { movedTo: Folder | null; isSpam: boolean }): Folder {
  return submission.movedTo ?? (submission.isSpam ? 'spam' : 'inbox')
}
