import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import { formatLine } from './message-words.ts'

/** Row of a message; a click anywhere but on its action opens it. */
export function MessageRow(props: { message: Message; onOpen: () => void; action?: ReactNode }) {
  const { message, onOpen, action } = props
  const { timestamp_ms, attempts, reason } = message
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5 transition-colors hover:bg-sunken/60">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <button
          type="button"
          dir="auto"
          onClick={onOpen}
          className="block min-h-6 w-full truncate text-start font-mono text-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {formatLine(message)}
        </button>
        <p className="text-sm text-muted">
          {message.test ? (
            <>
              <Badge>{t('queue.message.test')}</Badge>{' '}
            </>
          ) : null}
          {rich('queue.message.published', {
            time: <RelativeTime at={new Date(timestamp_ms).toISOString()} />,
          })}
          {attempts === 0 ? null : (
            <>
              <span className="max-sm:hidden"> · </span>
              <span className="max-sm:block">{t('queue.message.attempts', { count: attempts })}</span>
            </>
          )}
        </p>
        {reason === null ? null : (
          <p className="truncate text-sm">{rich('queue.message.reason', { reason: <bdi>{reason}</bdi> })}</p>
        )}
      </div>
      {action ? <div className="relative z-1">{action}</div> : null}
    </li>
  )
}
