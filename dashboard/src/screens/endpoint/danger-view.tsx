import { useState } from 'react'
import { type Endpoint, useEmptyEndpoint, useRetireEndpoint } from '../../api/endpoints.ts'
import { Button } from '../../controls/button.tsx'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { countOf } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useToast } from '../../controls/toast.tsx'

/** What cannot be taken back. */
export function DangerView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Retire endpoint={endpoint} />
      <Empty endpoint={endpoint} />
    </div>
  )
}

function Retire({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState(false)
  const retire = useRetireEndpoint(endpoint.id)
  const { say } = useToast()
  const close = () => {
    retire.reset()
    setOpen(false)
  }
  if (endpoint.retired_at !== null) {
    return (
      <Section title="Retired">
        <p>
          It was retired <RelativeTime at={endpoint.retired_at} /> and takes no more submissions. What it
          received stays until your plan lets it go.
        </p>
      </Section>
    )
  }
  return (
    <Section
      tone="danger"
      title="Retire this endpoint"
      description="It takes no more submissions: forms that post to it show their visitors an error. A retired endpoint cannot be revived; what it received stays."
    >
      <Button weight="danger-plain" className="self-start" onClick={() => setOpen(true)}>
        Retire the endpoint
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        title="Retire this endpoint?"
        deed="Retire"
        typed={endpoint.id}
        busy={retire.isPending}
        error={retire.error ? `${retire.error.message} ${retire.error.hint}` : null}
        onConfirm={() =>
          retire.mutate(undefined, {
            onSuccess() {
              say({ title: 'The endpoint is retired' })
              close()
            },
          })
        }
      >
        {endpoint.name ?? 'The endpoint'} will answer every submission with “endpoint retired”, for good.
      </ConfirmDialog>
    </Section>
  )
}

function Empty({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState(false)
  const empty = useEmptyEndpoint(endpoint.id)
  const { say } = useToast()
  const close = () => {
    empty.reset()
    setOpen(false)
  }
  return (
    <Section
      tone="danger"
      title="Delete its submissions"
      description="Everything it received, spam and archive too, with letters not yet sent. The endpoint goes on taking new ones."
    >
      <Button weight="danger-plain" className="self-start" onClick={() => setOpen(true)}>
        Delete all submissions
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        title="Delete all its submissions?"
        deed="Delete all"
        typed={endpoint.id}
        busy={empty.isPending}
        error={empty.error ? `${empty.error.message} ${empty.error.hint}` : null}
        onConfirm={() =>
          empty.mutate(undefined, {
            onSuccess({ deleted }) {
              say({ title: `${countOf(deleted, 'submission')} deleted` })
              close()
            },
          })
        }
      >
        They cannot be brought back. Export them first if you may want them.
      </ConfirmDialog>
    </Section>
  )
}
