import { useRef } from 'react'
import {
  usePublishAddress,
  usePublishedAddress,
  useRevokeAddress,
} from '../../api/telemetry/published-address.ts'
import { Button, buttonClass } from '../../controls/button.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'

/** Public link to the statistics: create, copy, revoke. */
export function PublicLinkSection({ telemetryId }: { telemetryId: string }) {
  const query = usePublishedAddress({ telemetryId, published: 'public-link' })
  // Takes the focus of the button that is gone once the link is created or revoked.
  const section = useRef<HTMLDivElement>(null)
  const onDone = () => section.current?.focus({ preventScroll: true })
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      <Section title={t('telemetry.link.title')} description={t('telemetry.link.hint')}>
        <Loaded query={query} loading={<Skeleton className="h-9" />}>
          {({ url }) =>
            url === null ? (
              <Create telemetryId={telemetryId} onDone={onDone} />
            ) : (
              <Shared telemetryId={telemetryId} url={url} onDone={onDone} />
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

type Done = { telemetryId: string; onDone: () => void }

function Create({ telemetryId, onDone }: Done) {
  const create = usePublishAddress({ telemetryId, published: 'public-link' })
  const showError = useErrorToast()
  return (
    <Button
      className="self-start"
      busy={create.isPending}
      onClick={() =>
        create.mutate(undefined, {
          onSuccess: onDone,
          onError: (error) => showError(error, { title: t('telemetry.link.notCreated') }),
        })
      }
    >
      {t('telemetry.link.create')}
    </Button>
  )
}

function Shared({ telemetryId, url, onDone }: Done & { url: string }) {
  return (
    <>
      <CopyField label={t('telemetry.link.title')} quietLabel value={url} />
      <div className="flex flex-wrap gap-3">
        <a href={url} target="_blank" rel="noopener" className={buttonClass()}>
          {t('shell.words.open')}
        </a>
        <ConfirmedButton
          button={{ weight: 'danger-plain', children: t('telemetry.badge.revoke') }}
          title={t('telemetry.link.revokeTitle')}
          action={t('telemetry.badge.revoke')}
          mutation={useRevokeAddress({ telemetryId, published: 'public-link' })}
          given={undefined}
          done={() => t('telemetry.link.revoked')}
          onDone={onDone}
        >
          {t('telemetry.link.revokeText')}
        </ConfirmedButton>
      </div>
    </>
  )
}
