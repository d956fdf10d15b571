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
      <Section
        title="Status badge"
        description="An image for a README or a status page. It shows the name of this endpoint and whether a watch has fired, and nothing else."
      >
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
          onError: (error) => showError(error, { title: 'Badge not published' }),
        })
      }
    >
      Publish a badge
    </Button>
  )
}

function Published({ telemetryId, url, onDone }: Done & { url: string }) {
  return (
    <>
      {/* For owners who check the name that everybody sees. */}
      <img src={url} alt="The badge as it is shown now" height={20} className="h-5 self-start" />
      <CopyField label="Markdown of the badge" quietLabel value={`![Status](${url})`} />
      <div className="flex">
        <ConfirmedButton
          button={{ weight: 'danger-plain', children: 'Revoke' }}
          title="Revoke the status badge?"
          action="Revoke"
          mutation={useRevokeAddress({ telemetryId, published: 'badge' })}
          given={undefined}
          done={() => 'Status badge revoked'}
          onDone={onDone}
        >
          It stops working at once, wherever it is shown. A badge that you publish later will have another
          address.
        </ConfirmedButton>
      </div>
    </>
  )
}
