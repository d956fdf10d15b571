import { useRef } from 'react'
import {
  usePublishAddress,
  usePublishedAddress,
  useRevokeAddress,
} from '../../api/telemetry/published-address.ts'
import { Button } from '../../controls/button.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'

/** Status badge: publish, copy, revoke. */
export function BadgeSection({ telemetryId }: { telemetryId: string }) {
  const query = usePublishedAddress({ telemetryId, published: 'badge' })
  // Takes the focus of the button that is gone once the badge is published or revoked.
  const section = useRef<HTMLDivElement>(null)
  const onDone = () => section.current?.focus({ preventScroll: true })
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      <Section title={t('telemetry.badge.title')} description={t('telemetry.badge.hint')}>
        <Loaded query={query} loading={<Skeleton className="h-9" />}>
          {({ url }) =>
            url === null ? (
              <Publish telemetryId={telemetryId} onDone={onDone} />
            ) : (
              <Published telemetryId={telemetryId} url={url} onDone={onDone} />
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

type Done = { telemetryId: string; onDone: () => void }

function Publish({ telemetryId, onDone }: Done) {
  const publish = usePublishAddress({ telemetryId, published: 'badge' })
  const showError = useErrorToast()
  return (
    <Button
      className="self-start"
      busy={publish.isPending}
      onClick={() =>
        publish.mutate(undefined, {
          onSuccess: onDone,
          onError: (error) => showError(error, { title: t('telemetry.badge.notPublished') }),
        })
      }
    >
      {t('telemetry.badge.publish')}
    </Button>
  )
}

function Published({ telemetryId, url, onDone }: Done & { url: string }) {
  return (
    <>
      {/* For owners who check the name that everybody sees. */}
      <img src={url} alt={t('telemetry.badge.now')} height={20} className="h-5 self-start" />
      <CopyField label={t('telemetry.badge.markdown')} quietLabel value={`![Status](${url})`} />
      <div className="flex">
        <ConfirmedButton
          button={{ weight: 'danger-plain', children: t('telemetry.badge.revoke') }}
          title={t('telemetry.badge.revokeTitle')}
          action={t('telemetry.badge.revoke')}
          mutation={useRevokeAddress({ telemetryId, published: 'badge' })}
          given={undefined}
          done={() => t('telemetry.badge.revoked')}
          onDone={onDone}
        >
          {t('telemetry.badge.revokeText')}
        </ConfirmedButton>
      </div>
    </>
  )
}
