/** Mask of permission bits that no created file or folder has: those of the group and of all others. */
const PRIVATE_UMASK = 0o077

/**
 * Lets only the user of this process read the files that it creates from now on: the database with its log, the secret,
 * backups, emails. Called after the dashboard was built, which a service under another user may read.
 */
export function keepFilesPrivate(): void {
  process.umask(PRIVATE_UMASK)
}
