/** Error for a backup or a restore that was not done; the message says why and what to do. */
export class BackupRefused extends Error {}
