/** Folder of a submission. */
export type Folder = 'inbox' | 'spam' | 'archive'

export const FOLDERS: readonly Folder[] = ['inbox', 'spam', 'archive']

/** Returns the folder its owner moved it to, else the one its verdict on arrival chose. */
export function getFolder(submission: { movedTo: Folder | null; isSpam: boolean }): Folder {
  return submission.movedTo ?? (submission.isSpam ? 'spam' : 'inbox')
}
