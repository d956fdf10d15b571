import { useState } from 'react'
import { useChangePlanOfOwner, useUsageOfOwner } from '../../api/accounts/operator.ts'
import type { OperatorOwnerUsage } from '../../api/schema.ts'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { bytesText } from '../../controls/numbers.ts'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Moment, MonthEnd } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'
import { Loaded } from '../../shell/loaded.tsx'

/** Forms whose usage is shown, the fullest first. */
const MAX_FORMS = 5

/** Shows the usage of an owner in this month, and moves them to another plan. */
export function PlanDialog({ email, onClose }: { email: string | null; onClose: () => void }) {
  const mutation = useChangePlanOfOwner()
  const { showToast } = useToast()
  const [chosen, setChosen] = useState<{ plan: string; before: string } | null>(null)
  const close = () => {
    mutation.reset()
    setChosen(null)
    onClose()
  }
  function submit() {
    if (email === null || chosen === null) return
    mutation.mutate(
      { email, plan: chosen.plan },
      {
        onSuccess() {
          showToast({ title: t('operator.plan.moved', { plan: chosen.plan }) })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      open={email !== null}
      onClose={close}
      title={
        <span className="[overflow-wrap:anywhere]">{t('operator.plan.title', { email: email ?? '' })}</span>
      }
      form={{
        submit,
        label: t('operator.plan.change'),
        busy: mutation.isPending,
        disabled: chosen === null || chosen.plan === chosen.before,
      }}
    >
      {email === null ? null : (
        <OwnerUsage
          email={email}
          chosen={chosen?.plan ?? null}
          onChoose={(plan, before) => setChosen({ plan, before })}
        />
      )}
      {mutation.error ? (
        <p role="alert" className="text-sm text-danger">
          {errorText(mutation.error)}
        </p>
      ) : null}
    </Dialog>
  )
}

function OwnerUsage(props: {
  email: string
  chosen: string | null
  onChoose: (plan: string, before: string) => void
}) {
  const { email, chosen, onChoose } = props
  const query = useUsageOfOwner(email)
  return (
    <Loaded query={query} loading={<SkeletonRows rows={3} />}>
      {({ plan, plans, usage }) => (
        <>
          <Month usage={usage} />
          <Select
            label={t('operator.plan.plan')}
            showLabel
            value={chosen ?? plan}
            choices={toChoices({ plan, plans, usage })}
            onChange={(next) => onChoose(next, plan)}
            hint={t('operator.plan.hint')}
          />
        </>
      )}
    </Loaded>
  )
}

function Month({ usage }: { usage: OperatorOwnerUsage['usage'] }) {
  const { endpoints, telemetry, queue, stored_bytes, retention, resets_at } = usage
  const forms = endpoints.toSorted((one, other) => other.used - one.used)
  const bars = [
    ...forms.slice(0, MAX_FORMS).map(({ id, name, ...used }) => ({ key: id, name: name ?? id, ...used })),
    { key: 'telemetry', name: t('operator.plan.telemetryEvents'), ...telemetry },
    { key: 'queue', name: t('operator.plan.queueMessages'), ...queue },
    { key: 'files', name: t('operator.plan.storedFiles'), ...stored_bytes, format: bytesText },
  ]
  const kept = {
    reset: <MonthEnd at={resets_at} />,
    submissions: t('operator.amounts.days', { count: retention.submission_days }),
    telemetry: t('operator.amounts.days', { count: retention.telemetry_days }),
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted text-pretty">
        {retention.shrinks_at === null
          ? rich('operator.plan.kept', kept)
          : rich('operator.plan.keptShorter', { ...kept, from: <Moment at={retention.shrinks_at} /> })}
      </p>
      <ul aria-label={t('operator.plan.usage')} className="flex flex-col gap-3">
        {bars.map(({ key, name, used, limit, ...format }) => (
          <li key={key} className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_12rem]">
            <span className="min-w-0 truncate">
              <bdi>{name}</bdi>
            </span>
            <QuotaBar label={t('operator.plan.thisMonth', { name })} used={used} limit={limit} {...format} />
          </li>
        ))}
      </ul>
      {forms.length > MAX_FORMS ? (
        <p className="text-sm text-muted">{t('operator.plan.others', { count: forms.length - MAX_FORMS })}</p>
      ) : null}
    </div>
  )
}

/** A plan that was removed stays the choice until another is chosen. */
function toChoices({ plan, plans, usage }: Omit<OperatorOwnerUsage, 'email'>) {
  const choices = plans.map((name) => ({ value: name, label: name }))
  if (plans.includes(plan)) return choices
  return [{ value: plan, label: t('operator.plan.removed', { plan, other: usage.plan.name }) }, ...choices]
}
