import type { ReactNode } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import type { OwnedKind } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { type PlainKey, t } from '../../language/texts.ts'
import { NEW } from './kind-words.ts'
import { KINDS } from './kinds.ts'

const TITLES = {
  endpoints: 'owned.first.form',
  telemetry: 'owned.first.telemetry',
  queues: 'owned.first.queue',
} as const satisfies Record<OwnedKind, PlainKey>

type SnippetInput = { base: string; recipient: string }

/**
 * Empty state of a kind: a button, a command, a prompt for an agent.
 *
 * @param props.children what the kind is for
 */
export function FirstOwned(props: {
  kind: OwnedKind
  onNew: () => void
  command: (input: SnippetInput) => string
  prompt: (input: SnippetInput) => string
  children: ReactNode
}) {
  const { kind, onNew, command, prompt, children } = props
  const { icon } = KINDS[kind]
  const { data: me } = useMe()
  const input = { base: me?.base_url ?? window.location.origin, recipient: me?.email ?? 'YOUR_ADDRESS' }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <EmptyState
        icon={icon}
        title={t(TITLES[kind])}
        actions={
          <Button weight="main" size="large" icon="plus" onClick={onNew}>
            {t(NEW[kind])}
          </Button>
        }
      >
        {children}
      </EmptyState>
      <CodeBlock caption={t('owned.first.terminal')} code={command(input)} lines="scrolled" />
      <CodeBlock caption={t('owned.first.agent')} code={prompt(input)} />
    </div>
  )
}
