import { Skeleton } from '../../../controls/feedback/skeleton.tsx'
import { useDensity } from './density.ts'
import { useRowHeight } from './row-window.ts'

const ROWS = Array.from({ length: 12 }, (_, row) => row)

/** Placeholder rows of the final height. */
export function RowSkeletons() {
  const height = useRowHeight()
  const [density] = useDensity()
  return (
    <div className="min-h-0 flex-1 overflow-hidden" aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-2.5 border-b pe-4 ps-11" style={{ height }}>
          {density === 'compact' ? (
            <>
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 flex-1" />
              <Skeleton className="h-3 w-10" />
            </>
          ) : (
            <>
              <Skeleton className="size-8 shrink-0 rounded-full!" />
              <div className="flex flex-1 flex-col gap-2">
                <div className="flex justify-between">
                  <Skeleton className="h-4 w-2/5" />
                  <Skeleton className="h-3 w-10" />
                </div>
                <Skeleton className="h-3.5 w-11/12" />
              </div>
            </>
          )}
        </div>
      ))}
    </div>
  )
}
