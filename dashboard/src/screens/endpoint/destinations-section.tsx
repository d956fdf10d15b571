import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import {
  useAddDestination,
  useRemoveDestination,
  useResendConfirmation,
} from '../../api/endpoints/destinations.ts'
import type { Destination } from '../../api/endpoints/owned.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { errorText } from '../../shell/error-words.ts'

/** Recipients of an endpoint. */
export function DestinationsSection({ endpoint }: { endpoint: Endpoint }) {
  const { data: me } = useMe()
  const { destinations } = endpoint.settings
  const most = me?.plan.destinations ?? 0
  return (
    <Section
      title="Recipients"
      description="Each submission is emailed to all of these addresses. New addresses must confirm by email first."
    >
      {/* Above the list, which grows: a second click never meets the button of a new row. */}
      {most === 0 ? (
        <p className="text-sm text-muted">
          Pro lets you add more recipients. The operator of this instance can change your plan.
        </p>
      ) : endpoint.state === 'retired' ? null : (
        <AddDestination endpoint={endpoint} full={destinations.length >= most} most={most} />
      )}
      <ul className="divide-y rounded-md border">
        <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <span className="min-w-0 [overflow-wrap:anywhere]">{endpoint.recipient}</span>
          <Badge>You</Badge>
        </li>
        {destinations.map((destination) => (
          <DestinationRow key={destination.id} endpoint={endpoint} destination={destination} />
        ))}
      </ul>
    </Section>
  )
}

const STATES = {
  unconfirmed: { label: 'Awaiting confirmation', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'plain' },
  untested: { label: 'Untested', tone: 'warn' },
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'bad' },
} as const

function DestinationRow({ endpoint, destination }: { endpoint: Endpoint; destination: Destination }) {
  const remove = useRemoveDestination(endpoint.id)
  const again = useResendConfirmation(endpoint.id)
  const { id, to: email, state, stopped_at } = destination
  const resend = useAction(again, {
    failed: 'Not sent again',
    done: () => ({ title: `Confirmation email sent to ${email}` }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <span className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-2.5 gap-y-1 [overflow-wrap:anywhere]">
        {email}
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        {stopped_at === null ? null : (
          <span className="text-sm text-muted">
            Turned these emails off <RelativeTime at={stopped_at} />. Only this address can turn them back on.
          </span>
        )}
      </span>
      <span className="flex gap-2">
        {state !== 'unconfirmed' ? null : (
          <Button
            size="small"
            busy={again.isPending}
            aria-label={`Resend the confirmation email to ${email}`}
            onClick={() => resend(id)}
          >
            Resend
          </Button>
        )}
        <ConfirmedButton
          button={{
            size: 'small',
            weight: 'danger-plain',
            'aria-label': `Remove ${email}`,
            children: 'Remove',
          }}
          title="Remove this recipient?"
          action="Remove"
          mutation={remove}
          given={id}
          done={() => `${email} removed`}
        >
          {email} gets no more submissions of this form. If you add it again, it has to confirm again.
        </ConfirmedButton>
      </span>
    </li>
  )
}

function AddDestination(props: { endpoint: Endpoint; full: boolean; most: number }) {
  const { endpoint, full, most } = props
  const [email, setEmail] = useState('')
  const add = useAddDestination(endpoint.id)
  const { showToast } = useToast()
  if (full) return <p className="text-sm text-muted">You've used all {most} extra recipients of your plan.</p>
  const submit = () =>
    add.mutate(email.trim(), {
      onSuccess() {
        showToast({
          title: `Confirmation email sent to ${email.trim()}`,
          description: 'Submissions are emailed there after it confirms.',
        })
        setEmail('')
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
        label="Add a recipient"
        quietLabel
        type="email"
        placeholder="colleague@acme.org"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        className="min-w-52 flex-1"
        error={errorText(add.error)}
      />
      <Button type="submit" icon="plus" busy={add.isPending} disabled={email.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
