import type { ReactNode } from 'react'
import { type Owned, type OwnedKind, useRetireOwned } from '../../api/endpoints/owned.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { useLostFocus } from '../lost-focus.ts'
import { DangerSection } from './danger-section.tsx'

/** `since` says when it was retired; `named` and `unnamed` are the text of the question. */
const WORDS = {
  endpoints: {
    title: 'owned.retire.form.title',
    text: 'owned.retire.form.text',
    button: 'owned.retire.form.button',
    question: 'owned.retire.form.question',
    named: 'owned.retire.form.named',
    unnamed: 'owned.retire.form.unnamed',
    done: 'owned.retire.form.done',
    since: 'owned.retire.form.since',
  },
  telemetry: {
    title: 'owned.retire.telemetry.title',
    text: 'owned.retire.telemetry.text',
    button: 'owned.retire.telemetry.button',
    question: 'owned.retire.telemetry.question',
    named: 'owned.retire.telemetry.named',
    unnamed: 'owned.retire.telemetry.unnamed',
    done: 'owned.retire.telemetry.done',
    since: 'owned.retire.telemetry.since',
  },
  queues: {
    title: 'owned.retire.queue.title',
    text: 'owned.retire.queue.text',
    button: 'owned.retire.queue.button',
    question: 'owned.retire.queue.question',
    named: 'owned.retire.queue.named',
    unnamed: 'owned.retire.queue.unnamed',
    done: 'owned.retire.queue.done',
    since: 'owned.retire.queue.since',
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
        <Section title={t('owned.state.retired')}>
          <p>{rich(WORDS[kind].since, { time: <RelativeTime at={owned.retired_at} /> })}</p>
        </Section>
      )}
      {children}
    </div>
  )
}

function Retire({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  const { title, text, button, question, named, unnamed, done } = WORDS[kind]
  return (
    <DangerSection
      title={t(title)}
      description={t(text)}
      button={t(button)}
      question={{
        title: t(question),
        description: owned.name === null ? t(unnamed) : t(named, { name: owned.name }),
        action: t('owned.retire.action'),
        typed: owned.name ?? owned.id,
      }}
      mutation={useRetireOwned(kind, owned.id)}
      done={() => t(done)}
    />
  )
}
