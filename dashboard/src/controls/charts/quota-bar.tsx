import { colon } from '../../language/sentences.ts'
import { t } from '../../language/texts.ts'
import { classes } from '../classes.ts'
import { count } from '../numbers.ts'

const NEARLY_FULL = 0.8

/**
 * Usage of a limit; a plain number without a limit.
 *
 * @param props.span words for the span of time or the endpoints that it is about: "this month"
 * @param props.format writes a number; `count` by default
 */
export function QuotaBar(props: {
  label: string
  used: number
  limit: number | null
  span?: string
  format?: (number: number) => string
}) {
  const { label, used, limit, span, format = count } = props
  const number = format(used)
  if (limit === null) {
    return (
      <p className="text-sm text-muted tabular-nums">
        <span className="sr-only">
          {label}
          {colon}
        </span>
        {span === undefined
          ? t('shell.quota.unlimited', { number })
          : t('shell.quota.unlimitedWithin', { number, span })}
      </p>
    )
  }
  const part = limit === 0 ? 1 : Math.min(1, used / limit)
  const facts = { number, limit: format(limit) }
  const words = t('shell.quota.ofLimit', facts)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-sm text-muted tabular-nums">
        {span === undefined ? words : t('shell.quota.ofLimitWithin', { ...facts, span })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the bar of a meter element cannot be styled in every browser. */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={classes(
            'h-full rounded-full',
            part >= 1 ? 'bg-danger' : part >= NEARLY_FULL ? 'bg-warn' : 'bg-accent',
          )}
          style={{ width: `${part * 100}%` }}
        />
      </div>
    </div>
  )
}
