import type { ReactNode } from 'react'
import { type Owned, type OwnedKind, useRetireOwned } from '../../api/endpoints/owned.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useLostFocus } from '../lost-focus.ts'
import { DangerSection } from './danger-section.tsx'
import { KINDS } from './kinds.ts'

/** `warning`: what becomes of it. `consequence` continues the sentence "Retired yesterday …". */
const WORDS = {
  endpoints: {
    warning:
      'It stops accepting submissions, and visitors get an error page. You keep the submissions you have.',
    consequence:
      'and no longer accepts submissions. Its submissions stay for as long as your plan keeps them.',
  },
  telemetry: {
    warning: 'It stops accepting events. You keep the events you have.',
    consequence: 'and no longer accepts events. Its events stay for as long as your plan keeps them.',
  },
  queues: {
    warning: 'It stops accepting messages. Messages in it can still be pulled and acknowledged.',
    consequence: 'and no longer accepts messages. Messages in it can still be consumed until they expire.',
  },
} as const satisfies Record<OwnedKind, object>

/** View that retires an endpoint, or says when it was retired. */
export function RetirableView(props: {
  kind: OwnedKind
  owned: Owned
  /** Content before. */
  before?: ReactNode
  /** Content after. */
  children?: ReactNode
}) {
  const { kind, owned, before, children } = props
  const view = useLostFocus(owned.retired_at !== null)
  return (
    <div ref={view} tabIndex={-1} className="flex max-w-3xl flex-col gap-6 outline-none">
      {before}
      {owned.retired_at === null ? (
        <Retire kind={kind} owned={owned} />
      ) : (
        <Section title="Retired">
          <p>
            Retired <RelativeTime at={owned.retired_at} /> {WORDS[kind].consequence}
          </p>
        </Section>
      )}
      {children}
    </div>
  )
}

function Retire({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  const { noun, received } = KINDS[kind]
  return (
    <DangerSection
      title={`Retire this ${noun}`}
      description={`${WORDS[kind].warning} This can't be undone.`}
      button={`Retire the ${noun}`}
      question={{
        title: `Retire this ${noun}?`,
        description: `${owned.name ?? `The ${noun}`} will reject every new ${received}, permanently.`,
        action: 'Retire',
        typed: owned.name ?? owned.id,
      }}
      mutation={useRetireOwned(kind, owned.id)}
      done={() => `The ${noun} is retired`}
    />
  )
}
