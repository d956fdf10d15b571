import { t } from '../../language/texts.ts'
import { classes } from '../classes.ts'

/** Placeholder for loading content; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classes('animate-pulse rounded-sm bg-sunken', className ?? 'h-4')} />
  )
}

/** Placeholder for a loading list; without a label it says "Loading". */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="flex flex-col divide-y rounded-md border bg-card">
      <span className="sr-only">{label ?? t('shell.words.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div key={row} className="flex items-center gap-4 px-4 py-4">
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
