import { type OwnedKind, type OwnedOf, useChangeOwned } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { useAction } from '../action.ts'

/** Banner while the recipient gets no emails, perhaps because somebody used a stop link, with a button that turns them on. */
export function EmailsOffBanner({ kind, owned }: { kind: OwnedKind; owned: OwnedOf<OwnedKind> }) {
  const change = useChangeOwned(kind, owned.id)
  const turnOn = useAction(change, { failed: 'Emails are still off' })
  const { email_notifications } = owned.kind === 'form' ? owned.settings : owned
  const isOff = owned.state === 'claimed' && !email_notifications
  return (
    <div role="status">
      {isOff ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-tint px-4 py-3 text-warn">
          <p className="text-sm font-medium text-pretty">Emails are off. {explain(owned)}</p>
          <Button
            size="small"
            icon="mail"
            busy={change.isPending}
            onClick={() => turnOn({ email_notifications: true })}
          >
            Turn emails back on
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function explain({ kind, recipient }: OwnedOf<OwnedKind>): string {
  switch (kind) {
    case 'form':
      return `Submissions are saved here, but not emailed to ${recipient}.`
    case 'telemetry':
      return 'Events are still saved, and you still get emails about your quota.'
    case 'queue':
      return 'Messages are still saved, and you still get emails about your quota.'
  }
}
