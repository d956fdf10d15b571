import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type HandOver,
  useAskHandOver,
  useConfirmHandOver,
  useHandOver,
  useWithdrawHandOver,
} from '../../../api/endpoints/hand-over.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Button } from '../../../controls/button.tsx'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { Day } from '../../../controls/relative-time.tsx'
import { Section } from '../../../controls/section.tsx'
import { ConfirmedButton } from '../../../shell/confirmed-action.tsx'
import { errorText } from '../../../shell/error-words.ts'
import { Loaded } from '../../../shell/loaded.tsx'

/** Hands a form over to another owner: they accept by email, then its owner confirms. */
export function HandOverSection({ endpoint }: { endpoint: Endpoint }) {
  const query = useHandOver(endpoint.id)
  return (
    <Section
      tone="danger"
      title="Hand over to another owner"
      description="The form moves to another account with its submissions, files, stars, notes and the labels in use."
    >
      <Loaded query={query} loading={<SkeletonRows rows={1} label="Loading the hand-over" />}>
        {(handOver) =>
          handOver === null ? (
            <Ask endpoint={endpoint} />
          ) : handOver.accepted_at === null ? (
            <Waiting endpoint={endpoint} handOver={handOver} />
          ) : (
            <Accepted endpoint={endpoint} handOver={handOver} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Ask({ endpoint }: { endpoint: Endpoint }) {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const ask = useAskHandOver(endpoint.id)
  const { showToast } = useToast()
  const close = () => {
    ask.reset()
    setEmail('')
    setOpen(false)
  }
  const submit = () =>
    ask.mutate(email.trim(), {
      onSuccess(asked) {
        showToast({ title: `Email sent to ${asked.email}` })
        close()
      },
    })
  return (
    <>
      <Button weight="danger-plain" className="self-start" onClick={() => setOpen(true)}>
        Hand over
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Hand over this form"
        description="They get one email and accept on a page. Nothing moves until you confirm after that."
        form={{ submit, label: 'Send email', busy: ask.isPending, disabled: email.trim() === '' }}
      >
        <TextField
          label="Email address of the new owner"
          type="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          autoComplete="off"
          error={errorText(ask.error)}
        />
        <WhatEnds />
      </Dialog>
    </>
  )
}

function WhatEnds() {
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm text-muted">
      <li>Destinations, webhooks and the routing to a queue end.</li>
      <li>You and the members of this form lose access to it.</li>
      <li>The new owner also sees past deliveries.</li>
      <li>Encrypted submissions stay readable with your OpenPGP key alone.</li>
    </ul>
  )
}

type Open = { endpoint: Endpoint; handOver: HandOver }

function Waiting({ endpoint, handOver }: Open) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        <bdi className="font-medium [overflow-wrap:anywhere]">{handOver.email}</bdi> was asked by email and
        can accept until <Day at={handOver.expires_at} />.
      </p>
      <Withdraw endpoint={endpoint} />
    </div>
  )
}

function Accepted({ endpoint, handOver }: Open) {
  const confirm = useConfirmHandOver(endpoint.id)
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm">
        <bdi className="font-medium [overflow-wrap:anywhere]">{handOver.email}</bdi> has accepted. Confirm by{' '}
        <Day at={handOver.expires_at} />, or the hand-over expires.
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmedButton
          button={{ weight: 'danger', children: 'Confirm hand-over' }}
          title={`Hand this form over to ${handOver.email}?`}
          action="Hand over"
          typed={endpoint.name ?? endpoint.id}
          mutation={confirm}
          given={undefined}
          done={() => `Form handed over to ${handOver.email}`}
          onDone={() => void navigate({ to: '/forms' })}
        >
          <p className="mb-3">This can't be undone: only the new owner can hand it back.</p>
          <WhatEnds />
        </ConfirmedButton>
        <Withdraw endpoint={endpoint} />
      </div>
    </div>
  )
}

function Withdraw({ endpoint }: { endpoint: Endpoint }) {
  const withdraw = useWithdrawHandOver(endpoint.id)
  const { showToast } = useToast()
  return (
    <>
      <Button
        className="self-start"
        busy={withdraw.isPending}
        onClick={() =>
          withdraw.mutate(undefined, { onSuccess: () => showToast({ title: 'Hand-over withdrawn' }) })
        }
      >
        Withdraw
      </Button>
      {withdraw.error ? (
        <p role="alert" className="text-sm text-danger">
          {errorText(withdraw.error)}
        </p>
      ) : null}
    </>
  )
}
