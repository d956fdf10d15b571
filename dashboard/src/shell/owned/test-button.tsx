import { useAccess } from '../../api/accounts/access.ts'
import { type OwnedKind, useTestOwned } from '../../api/endpoints/owned.ts'
import { Button, type Weight } from '../../controls/button.tsx'
import { useAction } from '../action.ts'
import { KINDS } from './kinds.ts'

const ICONS = { endpoints: 'mail', telemetry: 'telemetry', queues: 'send' } as const

/** Sends a test submission, including its email, a test event or a test message; nothing for viewers. */
export function TestButton(props: {
  kind: OwnedKind
  owned: { id: string; recipient: string }
  weight?: Weight
}) {
  const { kind, owned, weight = 'plain' } = props
  const test = useTestOwned(kind, owned.id)
  const { received } = KINDS[kind]
  const { may } = useAccess()
  const send = useAction(test, {
    failed: `Test ${received} not sent`,
    done: () => ({ title: `Test ${received} sent`, description: explain(kind, owned.recipient) }),
  })
  if (!may('editor')) return null
  return (
    <Button icon={ICONS[kind]} weight={weight} busy={test.isPending} onClick={() => send()}>
      Send a test {received}
    </Button>
  )
}

function explain(kind: OwnedKind, recipient: string): string {
  switch (kind) {
    case 'endpoints':
      return `It's emailed to ${recipient} and doesn't count toward your quota.`
    case 'telemetry':
      return "It's under Live and Events, and isn't counted."
    case 'queues':
      return "Consumers receive it like any other. It isn't counted."
  }
}
