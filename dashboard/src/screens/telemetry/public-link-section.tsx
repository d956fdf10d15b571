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
      <Section
        title="Public link"
        description="Anyone with this link sees the name of this endpoint, its event totals and the names of frequent events, without signing in. Single events, properties, pages, referrers and users stay private."
      >
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
          onError: (error) => showError(error, { title: 'Public link not created' }),
        })
      }
    >
      Create a public link
    </Button>
  )
}

function Shared({ telemetryId, url, onDone }: Done & { url: string }) {
  return (
    <>
      <CopyField label="Public link" quietLabel value={url} />
      <div className="flex flex-wrap gap-3">
        <a href={url} target="_blank" rel="noopener" className={buttonClass()}>
          Open
        </a>
        <ConfirmedButton
          button={{ weight: 'danger-plain', children: 'Revoke' }}
          title="Revoke the public link?"
          action="Revoke"
          mutation={useRevokeAddress({ telemetryId, published: 'public-link' })}
          given={undefined}
          done={() => 'Public link revoked'}
          onDone={onDone}
        >
          It stops working at once, also for those who have it. A link that you create later will be a
          different one.
        </ConfirmedButton>
      </div>
    </>
  )
}
