import type { Endpoint } from '../../api/schema.ts'
import { allSnippets } from '../../snippets/all-snippets.ts'
import type { SnippetOptions } from '../../snippets/snippet.ts'
import { SnippetChooser } from './snippet-chooser.tsx'

/** What snippets of this endpoint are made from. */
export function snippetOptions({ endpoint_url, settings }: Endpoint): SnippetOptions {
  return {
    endpointUrl: endpoint_url,
    ...(settings.honeypot === null ? {} : { honeypot: settings.honeypot }),
  }
}

/** The form, ready to paste, in what the page is made with. */
export function SnippetsView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <SnippetChooser
      label="Made with"
      snippets={allSnippets(snippetOptions(endpoint))}
      usage="On the page"
      note={({ language }) =>
        language === 'text' ? null : (
          <p className="text-sm text-muted">
            The field that nobody sees catches bots: what fills it lies in your spam folder, and nobody is
            told.
          </p>
        )
      }
    />
  )
}
