import { allSnippets } from '../../../../src/snippets/all-snippets.ts'
import type { Endpoint } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { snippetOptions } from '../snippets/form-snippet-options.ts'
import { SnippetChooser } from '../snippets/snippet-chooser.tsx'

/** Form snippets for each framework. */
export function SnippetsView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <SnippetChooser
      label={t('endpoint.snippets.framework')}
      snippets={allSnippets(snippetOptions(endpoint))}
      note={({ language }) =>
        language === 'text' ? null : (
          <p className="text-sm text-muted text-pretty">
            {endpoint.settings.challenge === 'off'
              ? t('endpoint.snippets.hiddenField')
              : t('endpoint.snippets.hiddenFieldAndScript')}
          </p>
        )
      }
    />
  )
}
