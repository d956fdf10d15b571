import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { errorText } from '../../api/client/api-error.ts'
import {
  useAddDestination,
  useAskDestinationAgain,
  useRemoveDestination,
} from '../../api/endpoints/destinations.ts'
import type { Destination } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { useSayError } from '../../shell/error-toast.ts'

/** Who else gets the emails. */
export function DestinationsSection({ endpoint }: { endpoint: Endpoint }) {
  const { data: me } = useMe()
  const { destinations } = endpoint.settings
  const most = me?.plan.destinations ?? 0
  return (
    <Section
      title="Mailboxes"
      description="Each submission is mailed to all of these. A further mailbox gets nothing before it has said yes to an email of ours."
    >
      <ul className="divide-y rounded-md border">
        <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <span className="min-w-0 [overflow-wrap:anywhere]">{endpoint.recipient}</span>
          <Badge>Yours</Badge>
        </li>
        {destinations.map((destination) => (
          <DestinationRow key={destination.id} endpoint={endpoint} destination={destination} />
        ))}
      </ul>
      {most === 0 ? (
        <p className="text-sm text-muted">
          With the Pro plan an endpoint writes to further mailboxes. The operator of this instance can change
          your plan.
        </p>
      ) : endpoint.state === 'retired' ? null : (
        <AddDestination endpoint={endpoint} full={destinations.length >= most} most={most} />
      )}
    </Section>
  )
}

function DestinationRow({ endpoint, destination }: { endpoint: Endpoint; destination: Destination }) {
  const remove = useRemoveDestination(endpoint.id)
  const again = useAskDestinationAgain(endpoint.id)
  const { say } = useToast()
  const sayError = useSayError()
  const { id, mailbox, confirmed } = destination
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <span className="flex min-w-0 flex-wrap items-center gap-2.5 [overflow-wrap:anywhere]">
        {mailbox}
        {confirmed ? <Badge tone="good">Confirmed</Badge> : <Badge tone="warn">Waits for its yes</Badge>}
      </span>
      <span className="flex gap-2">
        {confirmed ? null : (
          <Button
            size="small"
            busy={again.isPending}
            aria-label={`Ask ${mailbox} again`}
            onClick={() =>
              again.mutate(id, {
                onSuccess: () => say({ title: `${mailbox} is asked again` }),
                onError: sayError,
              })
            }
          >
            Ask again
          </Button>
        )}
        <Button
          size="small"
          weight="danger-plain"
          busy={remove.isPending}
          aria-label={`Remove ${mailbox}`}
          onClick={() =>
            remove.mutate(id, {
              onSuccess: () => say({ title: `${mailbox} gets no more emails` }),
              onError: sayError,
            })
          }
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

function AddDestination(props: { endpoint: Endpoint; full: boolean; most: number }) {
  const { endpoint, full, most } = props
  const [mailbox, setMailbox] = useState('')
  const add = useAddDestination(endpoint.id)
  const { say } = useToast()
  if (full) return <p className="text-sm text-muted">That is all of the {most} that your plan allows.</p>
  const submit = () =>
    add.mutate(mailbox.trim(), {
      onSuccess() {
        say({ title: `We asked ${mailbox.trim()}`, description: 'It gets emails once it has said yes.' })
        setMailbox('')
      },
    })
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label="Further mailbox"
        quietLabel
        type="email"
        placeholder="colleague@acme.org"
        value={mailbox}
        onChange={(event) => setMailbox(event.target.value)}
        className="min-w-52 flex-1"
        error={errorText(add.error)}
      />
      <Button type="submit" icon="plus" busy={add.isPending} disabled={mailbox.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
