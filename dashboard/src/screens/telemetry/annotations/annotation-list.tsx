import { useState } from 'react'
import type { Annotation } from '../../../api/schema.ts'
import { useAddAnnotation, useRemoveAnnotation } from '../../../api/telemetry/annotations.ts'
import { Button } from '../../../controls/button.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { count } from '../../../controls/numbers.ts'
import { Moment } from '../../../controls/relative-time.tsx'
import { t } from '../../../language/texts.ts'
import { useAction } from '../../../shell/action.ts'

/** Number of annotations shown before all are asked for. */
const SHOWN = 5

/** Annotations, newest first: those of the shown period, and all on demand. */
export function AnnotationList(props: {
  telemetryId: string
  annotations: readonly Annotation[]
  /** Number of those in the shown period. */
  inPeriod: number
  /** Null for somebody who may not add any. */
  onAdd: (() => void) | null
}) {
  const { telemetryId, annotations, inPeriod, onAdd } = props
  const [isWhole, setWhole] = useState(false)
  const remove = useRemoveAnnotation(telemetryId)
  const restore = useAction(useAddAnnotation(telemetryId), { failed: t('telemetry.annotations.notRestored') })
  const run = useAction(remove, {
    failed: t('telemetry.annotations.notDeleted'),
    done: (_, id) => {
      const deleted = annotations.find((annotation) => annotation.id === id)
      return {
        title: t('telemetry.annotations.deleted'),
        ...(deleted ? { undo: () => restore({ text: deleted.text, at: deleted.at }) } : {}),
      }
    },
  })
  const shown = isWhole ? annotations : annotations.slice(0, Math.min(SHOWN, inPeriod))
  if (annotations.length === 0 && onAdd === null) return null
  return (
    <div className="flex flex-col gap-2 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-sm font-semibold">{t('telemetry.annotations.title')}</h3>
        {onAdd === null ? null : (
          <Button size="small" icon="plus" onClick={onAdd}>
            {t('telemetry.annotations.addOne')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="text-sm text-muted text-pretty">{t('telemetry.annotations.none')}</p>
      ) : (
        <ul aria-label={t('telemetry.annotations.title')} className="divide-y text-sm">
          {shown.map(({ id, at, text }) => (
            <li key={id} className="flex items-center gap-3 py-1">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <bdi>{text}</bdi>
              </span>
              <Moment at={at} className="text-muted tabular-nums whitespace-nowrap" />
              {onAdd === null ? null : (
                <IconButton
                  icon="trash"
                  label={t('telemetry.annotations.deleteOne', { text })}
                  tone="danger"
                  onClick={() => run(id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length === annotations.length ? null : (
        <Button size="small" className="self-start" onClick={() => setWhole(true)}>
          {t('telemetry.annotations.showAll', { number: count(annotations.length) })}
        </Button>
      )}
    </div>
  )
}
