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
import { rich, t } from '../../../language/texts.ts'
import { ConfirmedButton } from '../../../shell/confirmed-action.tsx'
import { errorText } from '../../../shell/error-words.ts'
import { Loaded } from '../../../shell/loaded.tsx'

/** Hands a form over to another owner: they accept by email, then its owner confirms. */
export function HandOverSection({ endpoint }: { endpoint: Endpoint }) {
  const query = useHandOver(endpoint.id)
  return (
    <Section tone="danger" title={t('endpoint.handOver.title')} description={t('endpoint.handOver.text')}>
      <Loaded query={query} loading={<SkeletonRows rows={1} />}>
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
        showToast({ title: t('endpoint.handOver.asked', { email: asked.email }) })
        close()
      },
    })
  return (
    <>
      <Button weight="danger-plain" className="self-start" onClick={() => setOpen(true)}>
        {t('endpoint.handOver.button')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('endpoint.handOver.ask.title')}
        description={t('endpoint.handOver.ask.text')}
        form={{
          submit,
          label: t('endpoint.handOver.ask.action'),
          busy: ask.isPending,
          disabled: email.trim() === '',
        }}
      >
        <TextField
          label={t('endpoint.handOver.ask.email')}
          type="email"
          dir="ltr"
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
    <ul className="list-disc space-y-1 ps-5 text-sm text-muted">
      <li>{t('endpoint.handOver.ends.destinations')}</li>
      <li>{t('endpoint.handOver.ends.access')}</li>
      <li>{t('endpoint.handOver.ends.deliveries')}</li>
      <li>{t('endpoint.handOver.ends.encrypted')}</li>
    </ul>
  )
}

type Open = { endpoint: Endpoint; handOver: HandOver }

function Waiting({ endpoint, handOver }: Open) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {rich('endpoint.handOver.waiting', {
          email: <Address email={handOver.email} />,
          day: <Day at={handOver.expires_at} />,
        })}
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
        {rich('endpoint.handOver.accepted', {
          email: <Address email={handOver.email} />,
          day: <Day at={handOver.expires_at} />,
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmedButton
          button={{ weight: 'danger', children: t('endpoint.handOver.confirm.button') }}
          title={t('endpoint.handOver.confirm.title', { email: handOver.email })}
          action={t('endpoint.handOver.button')}
          typed={endpoint.name ?? endpoint.id}
          mutation={confirm}
          given={undefined}
          done={() => t('endpoint.handOver.confirm.done', { email: handOver.email })}
          onDone={() => void navigate({ to: '/forms' })}
        >
          <p className="mb-3">{t('endpoint.handOver.confirm.warning')}</p>
          <WhatEnds />
        </ConfirmedButton>
        <Withdraw endpoint={endpoint} />
      </div>
    </div>
  )
}

function Address({ email }: { email: string }) {
  return <bdi className="font-medium [overflow-wrap:anywhere]">{email}</bdi>
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
          withdraw.mutate(undefined, {
            onSuccess: () => showToast({ title: t('endpoint.handOver.withdrawn') }),
          })
        }
      >
        {t('endpoint.handOver.withdraw')}
      </Button>
      {withdraw.error ? (
        <p role="alert" className="text-sm text-danger">
          {errorText(withdraw.error)}
        </p>
      ) : null}
    </>
  )
}
