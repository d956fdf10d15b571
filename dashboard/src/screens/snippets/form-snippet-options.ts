import { listAcceptedSuffixes } from '../../../../src/domain/files/accepted-kinds.ts'
import type { SnippetOptions } from '../../../../src/snippets/snippet.ts'
import type { Endpoint } from '../../api/schema.ts'

/** Returns the options for snippets of this endpoint. */
export function snippetOptions({ endpoint_url, settings, file_limits }: Endpoint): SnippetOptions {
  return {
    endpointUrl: endpoint_url,
    ...(settings.honeypot === null ? {} : { honeypot: settings.honeypot }),
    challenge: settings.challenge,
    files: file_limits && {
      accept: listAcceptedSuffixes(settings.files.accept),
      maxFiles: file_limits.files,
      maxBytes: file_limits.file_bytes,
      maxTotalBytes: file_limits.total_bytes,
    },
  }
}
