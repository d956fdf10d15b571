import type { ClamdServer } from './engines/clamd.ts'
import type { FileScanner, FileScannerDeps } from './file-scanner.ts'

/** Opens the scanner of the operator; a service without one does not load it. */
export async function openFileScanner(
  server: ClamdServer | null,
  deps: FileScannerDeps,
): Promise<FileScanner | null> {
  if (!server) return null
  const [{ createClamd }, { createFileScanner }] = await Promise.all([
    import('./engines/clamd.ts'),
    import('./file-scanner.ts'),
  ])
  return createFileScanner(createClamd(server), deps)
}
