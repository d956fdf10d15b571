import { z } from 'zod'
import type { FileView } from '../../actions/submissions/owned-submissions.ts'
import { named } from '../schema/named-schemas.ts'

/** Schema of a file that a visitor attached. */
export const FileShape = named(
  'File',
  z.object({
    id: z.string().describe('fil_…'),
    field: z.string().describe('Name of its form field.'),
    name: z
      .string()
      .describe('Name that the visitor gave it, without folders, control characters or bidirectional marks.'),
    type: z
      .string()
      .describe('Media type that its bytes and its suffix say; what the browser said does not count.'),
    bytes: z.int(),
    sha256: z.string().describe('Hash of its bytes, in hex.'),
    scan: z
      .enum(['none', 'waiting', 'clean', 'found', 'too_large', 'unreachable'])
      .describe(
        'Result of the scan for malware. none: this instance scans nothing. found: nobody can fetch the file, and its bytes are deleted after 7 days. too_large, unreachable: not scanned.',
      ),
    malware: z.string().nullable().describe('Name of the malware that was found; null for all others.'),
  }),
)

/** Formats a file by the schema `File`. */
export function fileBody({
  id,
  field,
  name,
  type,
  bytes,
  sha256,
  scan,
  malware,
}: FileView): z.infer<typeof FileShape> {
  return { id, field, name, type, bytes, sha256, scan, malware }
}
