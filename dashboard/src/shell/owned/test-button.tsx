import { useAccess } from '../../api/accounts/access.ts'
import { type OwnedKind, useTestOwned } from '../../api/endpoints/owned.ts'
import { Button, type Weight } from '../../controls/button.tsx'
import { t } from '../../language/texts.ts'
import { useAction } from '../action.ts'

const ICONS = { endpoints: 'mail', telemetry: 'telemetry', queues: 'send' } as const

const WORDS = {
  endpoints: {
    button: 'owned.test.form.button',
    failed: 'owned.test.form.failed',
    done: 'owned.test.form.done',
  },
  telemetry: {
    button: 'owned.test.telemetry.button',
    failed: 'owned.test.telemetry.failed',
    done: 'owned.test.telemetry.done',
  },
  queues: {
    button: 'owned.test.queue.button',
    failed: 'owned.test.queue.failed',
    done: 'owned.test.queue.done',
  },
} as const satisfies Record<OwnedKind, object>

/** Sends a test submission, including its email, a test event or a test message; nothing for viewers. */
export function TestButton(props: {
  kind: OwnedKind
  owned: { id: string; recipient: string }
  weight?: Weight
}) {
  const { kind, owned, weight = 'plain' } = props
  const test = useTestOwned(kind, owned.id)
  const { button, failed, done } = WORDS[kind]
  const { may } = useAccess()
  const send = useAction(test, {
    failed: t(failed),
    done: () => ({ title: t(done), description: explain(kind, owned.recipient) }),
  })
  if (!may('editor')) return null
  return (
    <Button icon={ICONS[kind]} weight={weight} busy={test.isPending} onClick={() => send()}>
      {t(button)}
    </Button>
  )
}

function explain(kind: OwnedKind, recipient: string): string {
  switch (kind) {
    case 'endpoints':
      return t('owned.test.form.note', { recipient })
    case 'telemetry':
      return t('owned.test.telemetry.note')
    case 'queues':
      return t('owned.test.queue.note')
  }
}
