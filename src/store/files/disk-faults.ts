import { FilesUnavailable } from '../contract/errors.ts'

/** Reasons in words of the errors that an operator can do something about. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the folder does not belong to the user of the service',
  EPERM: 'the folder does not belong to the user of the service',
  EROFS: 'the disk is read-only',
  EIO: 'the disk failed',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
  EXDEV: 'the folder "in" is on another disk than the folder around it',
}

/** Runs calls to the file system, and turns their errors into `FilesUnavailable`. */
export async function onDisk<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof Error ? toDiskFault(error) : error
  }
}

/** Turns an error of a system call into `FilesUnavailable`; returns others as they are. */
export function toDiskFault(error: Error): Error {
  const code = getErrorCode(error)
  return code === null ? error : new FilesUnavailable(REASONS[code] ?? `the disk answered ${code}`, error)
}

/** Returns true for an error that says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return getErrorCode(error) === 'ENOENT'
}

/** Returns true for an error that says that a file exists already. */
export function isTaken(error: unknown): boolean {
  return getErrorCode(error) === 'EEXIST'
}

/** Returns true for an error that says that a disk does not return a part of a file. */
export function isUnreadable(error: unknown): boolean {
  return getErrorCode(error) === 'EIO'
}

/** Returns the code of an error of a system call, such as `ENOSPC`. */
function getErrorCode(error: unknown): string | null {
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error
  return isSystemError && typeof error.code === 'string' ? error.code : null
}
