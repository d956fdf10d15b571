import { type Subject, useRotateSecret, type WebDestination } from '../../api/destinations/destinations.ts'
import { Button } from '../../controls/button.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { errorText } from '../../shell/error-words.ts'

/** Shows a signing secret, which is possible only once. */
export function SigningSecret({ secret }: { secret: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <CopyField label="Signing secret" value={secret} />
      <p className="text-sm text-muted text-pretty">
        You won't see it again. Your program checks with it that a request is from here:{' '}
        <a
          href="/docs/webhooks"
          target="_blank"
          rel="noopener"
          className="text-accent underline underline-offset-4"
        >
          how to verify the signature
        </a>
        .
      </p>
    </div>
  )
}

/** Replaces the signing secret of a webhook, and shows the new one. */
export function RotateSecret(props: { subject: Subject; destination: WebDestination; onClose: () => void }) {
  const { subject, destination, onClose } = props
  const rotate = useRotateSecret(subject)
  if (rotate.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        width="wide"
        title="Copy the new signing secret"
        description="For 24 hours, each request is signed with this secret and with the one before it."
        actions={
          <Button weight="main" onClick={onClose}>
            Done
          </Button>
        }
      >
        <SigningSecret secret={rotate.data.secret} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Replace the signing secret?"
      description="You get a new one. For 24 hours, each request is signed with both, so that your program can change over without losing any. A secret from an earlier replacement stops at once."
      form={{
        submit: () => rotate.mutate(destination.id),
        label: 'Replace',
        busy: rotate.isPending,
      }}
    >
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errorText(rotate.error)}
      </p>
    </Dialog>
  )
}
