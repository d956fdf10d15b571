import { useState } from 'react'
import { WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
import { useOwned } from '../../api/endpoints/owned.ts'
import { useResend } from '../../api/submissions/deliveries.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Button } from '../../controls/button.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { colon } from '../../language/sentences.ts'
import { t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'

const RECIPIENT = 'recipient'

/** Sends a submission again, to the recipient or another destination. */
export function SendAgain({ submission, first }: { submission: Submission; first: boolean }) {
  const endpoint = useOwned('endpoints', submission.endpoint_id)
  const resend = useResend(submission.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const { destinations: all = [], email_notifications: emailsOn = true } = endpoint.data?.settings ?? {}
  const destinations = all.filter(({ confirmed }) => confirmed)
  const recipient = { value: RECIPIENT, label: endpoint.data?.recipient ?? t('submission.again.recipient') }
  const choices = [
    // Refused while emails are off, which is said where there is nothing else to choose.
    ...(emailsOn || destinations.length === 0 ? [recipient] : []),
    ...destinations.map(({ id, kind, to }) => ({
      value: id,
      label: kind === 'email' ? to : `${WEB_KINDS[kind].name}${colon}${to}`,
    })),
  ]
  const to = chosen ?? choices[0]?.value ?? RECIPIENT
  const send = useAction(resend, {
    failed: t('submission.again.notSent'),
    done: ({ channel, to }) => ({
      title: channel === 'email' ? t('submission.again.emailQueued') : t('submission.again.deliveryQueued'),
      ...(to === null ? {} : { description: to }),
    }),
  })
  if (submission.withdrawn_at !== null) return null
  if (submission.folder === 'spam' || submission.folder === 'trash') return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {choices.length > 1 ? (
        <Select
          label={t('submission.again.to')}
          value={to}
          choices={choices}
          onChange={setChosen}
          className="min-w-0 max-w-full"
        />
      ) : null}
      <Button icon="refresh" busy={resend.isPending} onClick={() => send(to === RECIPIENT ? undefined : to)}>
        {first ? t('submission.again.now') : t('submission.again.again')}
      </Button>
    </div>
  )
}
