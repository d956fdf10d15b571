import { Skeleton } from '../../../controls/feedback/skeleton.tsx'
import { useRowHeight } from './row-window.ts'

const ROWS = Array.from({ length: 8 }, (_, row) => row)

/** Placeholder rows of the final height. */
export function RowSkeletons() {
  const height = useRowHeight()
  return (
    <div className="min-h-0 flex-1 overflow-hidden" aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className="flex border-b py-3 pr-4 pl-11" style={{ height }}>
          <div className="flex flex-1 flex-col gap-2.5">
            <div className="flex justify-between">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-10" />
            </div>
            <Skeleton className="h-3.5 w-11/12" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
