import { useState } from 'react'
import { useChangePlanOfOwner, useUsageOfOwner } from '../../api/accounts/operator.ts'
import type { OperatorOwnerUsage } from '../../api/schema.ts'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { bytesText, pluralize } from '../../controls/numbers.ts'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Moment, MonthEnd } from '../../controls/relative-time.tsx'
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
          showToast({ title: `Moved to ${chosen.plan}` })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      open={email !== null}
      onClose={close}
      title={<span className="[overflow-wrap:anywhere]">Plan and usage of {email}</span>}
      form={{
        submit,
        label: 'Change plan',
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
    <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading the usage" />}>
      {({ plan, plans, usage }) => (
        <>
          <Month usage={usage} />
          <Select
            label="Plan"
            showLabel
            value={chosen ?? plan}
            choices={toChoices({ plan, plans, usage })}
            onChange={(next) => onChoose(next, plan)}
            hint="The owner is told by email. Quotas apply at once; data beyond a shorter retention is deleted a week later."
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
    { key: 'telemetry', name: 'Telemetry events', ...telemetry },
    { key: 'queue', name: 'Queue messages', ...queue },
    { key: 'files', name: 'Stored files', ...stored_bytes, format: bytesText },
  ]
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted text-pretty">
        Usage of this month; quotas reset on <MonthEnd at={resets_at} />. Submissions are kept for{' '}
        {pluralize(retention.submission_days, 'day')}, telemetry for{' '}
        {pluralize(retention.telemetry_days, 'day')}
        {retention.shrinks_at === null ? null : (
          <>
            , and shorter from <Moment at={retention.shrinks_at} /> on
          </>
        )}
        .
      </p>
      <ul aria-label="Usage of this month" className="flex flex-col gap-3">
        {bars.map(({ key, name, used, limit, ...format }) => (
          <li key={key} className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_12rem]">
            <span className="min-w-0 truncate">
              <bdi>{name}</bdi>
            </span>
            <QuotaBar label={`${name} this month`} used={used} limit={limit} {...format} />
          </li>
        ))}
      </ul>
      {forms.length > MAX_FORMS ? (
        <p className="text-sm text-muted">And {pluralize(forms.length - MAX_FORMS, 'form')} with less.</p>
      ) : null}
    </div>
  )
}

/** A plan that was removed stays the choice until another is chosen. */
function toChoices({ plan, plans, usage }: Omit<OperatorOwnerUsage, 'email'>) {
  const choices = plans.map((name) => ({ value: name, label: name }))
  if (plans.includes(plan)) return choices
  return [{ value: plan, label: `${plan} (removed; quotas of ${usage.plan.name})` }, ...choices]
}
