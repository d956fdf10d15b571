import { type Subject, useRotateSecret, type WebDestination } from '../../api/destinations/destinations.ts'
import { Button } from '../../controls/button.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { rich, t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'

/** Shows a signing secret, which is possible only once. */
export function SigningSecret({ secret }: { secret: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <CopyField label={t('destinations.secret.label')} value={secret} />
      <p className="text-sm text-muted text-pretty">
        {rich('destinations.secret.once', {
          link: (
            <a
              href="/docs/webhooks"
              target="_blank"
              rel="noopener"
              className="text-accent underline underline-offset-4"
            >
              {t('destinations.secret.how')}
            </a>
          ),
        })}
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
        title={t('destinations.secret.copyNew')}
        description={t('destinations.secret.both')}
        actions={
          <Button weight="main" onClick={onClose}>
            {t('destinations.done')}
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
      title={t('destinations.secret.replaceTitle')}
      description={t('destinations.secret.replaceText')}
      form={{
        submit: () => rotate.mutate(destination.id),
        label: t('destinations.secret.replace'),
        busy: rotate.isPending,
      }}
    >
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errorText(rotate.error)}
      </p>
    </Dialog>
  )
}
