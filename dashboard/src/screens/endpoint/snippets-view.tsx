import { listAcceptedSuffixes } from '../../../../src/domain/files/accepted-kinds.ts'
import { allSnippets } from '../../../../src/snippets/all-snippets.ts'
import type { SnippetOptions } from '../../../../src/snippets/snippet.ts'
import type { Endpoint } from '../../api/schema.ts'
import { SnippetChooser } from './snippet-chooser.tsx'

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

/** Form snippets for each framework. */
export function SnippetsView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <SnippetChooser
      label="Framework"
      snippets={allSnippets(snippetOptions(endpoint))}
      note={({ language }) =>
        language === 'text' ? null : (
          <p className="text-sm text-muted text-pretty">
            The hidden field catches bots. Their submissions go straight to spam.
            {endpoint.settings.challenge === 'off'
              ? null
              : ' The script solves the proof of work and sends the form without leaving the page.'}
          </p>
        )
      }
    />
  )
}
