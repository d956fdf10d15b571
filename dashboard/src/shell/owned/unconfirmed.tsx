import type { ReactNode } from 'react'
import { type Owned, type OwnedKind, useUnconfirmedAction } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../action.ts'
import { ConfirmedButton } from '../confirmed-action.tsx'

/** Descriptions of a list, of one, and the question before one is declined. */
const WORDS = {
  endpoints: {
    all: 'owned.unconfirmed.forms',
    one: 'owned.unconfirmed.form',
    question: 'owned.unconfirmed.question.form',
  },
  telemetry: {
    all: 'owned.unconfirmed.telemetry',
    one: 'owned.unconfirmed.telemetryOne',
    question: 'owned.unconfirmed.question.telemetry',
  },
  queues: {
    all: 'owned.unconfirmed.queues',
    one: 'owned.unconfirmed.queue',
    question: 'owned.unconfirmed.question.queue',
  },
} as const satisfies Record<OwnedKind, object>

/** Endpoints of a list that were claimed by their link alone, above all others. */
export function UnconfirmedList<Item extends Owned>(props: {
  kind: OwnedKind
  items: readonly Item[]
  row: (item: Item) => ReactNode
}) {
  const { kind, items, row } = props
  if (items.length === 0) return null
  return (
    <div className="mb-6">
      <Section title={t('owned.unconfirmed.title')} description={t(WORDS[kind].all)}>
        <div className="flex flex-col gap-4">
          {items.map((item) => (
            <div key={item.id} className="rounded-md border">
              <ul>{row(item)}</ul>
              <div className="border-t px-4 py-3">
                <KeepOrDecline kind={kind} owned={item} />
              </div>
            </div>
          ))}
        </div>
      </Section>
    </div>
  )
}

/** Notice on the screen of an endpoint that was claimed by its link alone. */
export function UnconfirmedNotice({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  return (
    <div className="mb-6">
      <Section title={t('owned.unconfirmed.title')} description={t(WORDS[kind].one)}>
        <KeepOrDecline kind={kind} owned={owned} />
      </Section>
    </div>
  )
}

/** Buttons that keep or decline an endpoint that was claimed by its link alone. */
function KeepOrDecline({ kind, owned }: { kind: OwnedKind; owned: Pick<Owned, 'id' | 'name'> }) {
  const { showToast } = useToast()
  const { id } = owned
  const keep = useUnconfirmedAction({
    kind,
    id,
    action: 'confirm',
    onDone: () => showToast({ title: t('owned.unconfirmed.kept') }),
  })
  const undo = useUnconfirmedAction({
    kind,
    id,
    action: 'undo-decline',
    onDone: () => showToast({ title: t('owned.unconfirmed.restored') }),
  })
  const accept = useAction(keep, { failed: t('owned.unconfirmed.notKept') })
  const restore = useAction(undo, { failed: t('owned.unconfirmed.notRestored') })
  const decline = useUnconfirmedAction({
    kind,
    id,
    action: 'decline',
    onDone: () => showToast({ title: t('owned.unconfirmed.declined'), undo: restore }),
  })
  const name = owned.name ?? owned.id
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon="check"
        busy={keep.isPending}
        aria-label={t('owned.unconfirmed.keepNamed', { name })}
        onClick={() => accept()}
      >
        {t('owned.unconfirmed.keep')}
      </Button>
      <ConfirmedButton
        button={{
          size: 'small',
          weight: 'danger-plain',
          'aria-label': t('owned.unconfirmed.declineNamed', { name }),
          children: t('owned.unconfirmed.decline'),
        }}
        title={t(WORDS[kind].question)}
        action={t('owned.unconfirmed.decline')}
        mutation={decline}
        given={undefined}
      >
        {rich('owned.unconfirmed.effect', { name: <bdi>{name}</bdi> })}
      </ConfirmedButton>
    </div>
  )
}
