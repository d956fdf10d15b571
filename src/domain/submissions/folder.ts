/** Where a submission lies. */
export type Folder = 'inbox' | 'spam' | 'archive'

export const FOLDERS: readonly Folder[] = ['inbox', 'spam', 'archive']

/** Where its owner put it, else where its verdict on arrival did. */
export function getFolder(submission: { movedTo: Folder | null; isSpam: boolean }): Folder {
  return submission.movedTo ?? (submission.isSpam ? 'spam' : 'inbox')
}
