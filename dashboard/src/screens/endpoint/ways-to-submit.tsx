import { agentPrompt } from '../../../../src/snippets/agent-prompt.ts'
import { allSnippets } from '../../../../src/snippets/all-snippets.ts'
import type { Endpoint } from '../../api/schema.ts'
import { CodeTabs } from '../../controls/code-tabs.tsx'
import { snippetOptions } from './snippets-view.tsx'

/** Ways to send the first submission: form, agent prompt, command. */
export function WaysToSubmit({ endpoint }: { endpoint: Endpoint }) {
  const options = snippetOptions(endpoint)
  const snippets = allSnippets(options)
  const { code: prompt } = agentPrompt(options)
  const html = snippets.find(({ title }) => title === 'HTML')?.code ?? ''
  const command = snippets.find(({ language }) => language === 'sh')?.code ?? ''
  return (
    <CodeTabs
      label="Ways to send a submission"
      tabs={[
        { name: 'HTML', caption: 'Paste this into your page', code: html, lines: 'scrolled' },
        { name: 'Agent prompt', caption: 'For a coding agent', code: prompt },
        { name: 'Terminal', caption: 'Command', code: command, lines: 'scrolled' },
      ]}
    />
  )
}
