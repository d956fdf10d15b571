import { agentPrompt } from '../../../../src/snippets/agent-prompt.ts'
import { allSnippets } from '../../../../src/snippets/all-snippets.ts'
import type { Endpoint } from '../../api/schema.ts'
import { CodeTabs } from '../../controls/code-tabs.tsx'
import { t } from '../../language/texts.ts'
import { snippetOptions } from './form-snippet-options.ts'

/** Ways to send the first submission: form, agent prompt, command. */
export function WaysToSubmit({ endpoint }: { endpoint: Endpoint }) {
  const options = snippetOptions(endpoint)
  const snippets = allSnippets(options)
  const { code: prompt } = agentPrompt(options)
  const html = snippets.find(({ title }) => title === 'HTML')?.code ?? ''
  const command = snippets.find(({ language }) => language === 'sh')?.code ?? ''
  return (
    <CodeTabs
      label={t('snippets.ways.label')}
      tabs={[
        { name: 'HTML', caption: t('snippets.ways.paste'), code: html, lines: 'scrolled' },
        { name: t('snippets.agentPrompt'), caption: t('snippets.ways.forAgent'), code: prompt },
        {
          name: t('snippets.ways.terminal'),
          caption: t('snippets.ways.command'),
          code: command,
          lines: 'scrolled',
        },
      ]}
    />
  )
}
