import { useState } from 'react'
import { agentPrompt } from '../../../../src/snippets/agent-prompt.ts'
import { allSnippets } from '../../../../src/snippets/all-snippets.ts'
import type { Endpoint } from '../../api/schema.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { snippetOptions } from './snippets-view.tsx'

type Way = 'html' | 'agent' | 'curl'

/** Ways to send the first submission: form, agent prompt, command. */
export function WaysToSubmit({ endpoint }: { endpoint: Endpoint }) {
  const [way, setWay] = useState<Way>('html')
  const options = snippetOptions(endpoint)
  const snippets = allSnippets(options)
  const { code: prompt } = agentPrompt(options)
  const html = snippets.find(({ title }) => title === 'HTML')?.code ?? ''
  const command = snippets.find(({ language }) => language === 'sh')?.code ?? ''
  return (
    <Tabs<Way>
      label="Ways to send a submission"
      value={way}
      onChange={setWay}
      tabs={[
        {
          value: 'html',
          label: 'HTML',
          content: <CodeBlock caption="Paste this into your page" code={html} lines="scrolled" />,
        },
        {
          value: 'agent',
          label: 'Agent prompt',
          content: <CodeBlock caption="For a coding agent" code={prompt} />,
        },
        {
          value: 'curl',
          label: 'Terminal',
          content: <CodeBlock caption="Command" code={command} lines="scrolled" />,
        },
      ]}
    />
  )
}
