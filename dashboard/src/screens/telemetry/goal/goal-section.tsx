import { useState } from 'react'
import { type DailyGoal, useGoal, useRemoveGoal, useSetGoal } from '../../../api/telemetry/goal.ts'
import { Button } from '../../../controls/button.tsx'
import { Skeleton } from '../../../controls/feedback/skeleton.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { Section } from '../../../controls/section.tsx'
import { getOwnTimeZone } from '../../../controls/time-words.ts'
import { sentenceSpace } from '../../../language/sentences.ts'
import { t } from '../../../language/texts.ts'
import { useAction } from '../../../shell/action.ts'
import { errorText } from '../../../shell/error-words.ts'
import { Loaded } from '../../../shell/loaded.tsx'

const MAX_NAME_LENGTH = 120
const MAX_GOAL = 1_000_000_000
const MINUTES_AN_HOUR = 60

/** Daily goal: an event name and a number, shown as one line above the chart. */
export function GoalSection({ telemetryId }: { telemetryId: string }) {
  const query = useGoal(telemetryId)
  return (
    <Section title={t('telemetry.goal.title')} description={t('telemetry.goal.hint')}>
      <Loaded query={query} loading={<Skeleton className="h-40" />}>
        {({ goal }) => <GoalForm key={goal === null ? 'new' : 'set'} telemetryId={telemetryId} goal={goal} />}
      </Loaded>
    </Section>
  )
}

function GoalForm({ telemetryId, goal }: { telemetryId: string; goal: DailyGoal | null }) {
  const [name, setName] = useState(goal?.name ?? '')
  const [perDay, setPerDay] = useState(goal === null ? '' : String(goal.per_day))
  const set = useSetGoal(telemetryId)
  const remove = useRemoveGoal(telemetryId)
  const save = useAction(set, {
    failed: t('telemetry.goal.notSaved'),
    done: () => ({ title: t('telemetry.goal.saved') }),
  })
  const drop = useAction(remove, {
    failed: t('telemetry.goal.notRemoved'),
    done: () => ({ title: t('telemetry.goal.removed') }),
  })
  const zone = getOwnTimeZone()
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save({ name, per_day: Number(perDay), time_zone: zone })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('telemetry.goal.event')}
          placeholder="signup"
          required
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
          error={errorText(set.error)}
        />
        <TextField
          type="number"
          label={t('telemetry.goal.perDay')}
          required
          min={1}
          max={MAX_GOAL}
          step={1}
          value={perDay}
          onChange={({ target }) => setPerDay(target.value)}
          autoComplete="off"
        />
      </div>
      <p className="text-sm text-muted text-pretty">
        {goal === null || goal.time_zone === zone
          ? t('telemetry.goal.day', { zone: zone.replaceAll('_', ' ') })
          : t('telemetry.goal.dayOfOther', { zone: zone.replaceAll('_', ' '), other: goal.time_zone })}
        {new Date().getTimezoneOffset() % MINUTES_AN_HOUR === 0
          ? null
          : `${sentenceSpace}${t('telemetry.goal.byHour')}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" weight="main" busy={set.isPending}>
          {t('shell.words.save')}
        </Button>
        {goal === null ? null : (
          <Button busy={remove.isPending} onClick={() => drop()}>
            {t('telemetry.goal.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
