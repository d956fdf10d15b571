import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { Moment } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'

/** Life of a message as far as the service keeps it: published, delivered, and waiting again or dead. */
export function MessageLife({ message }: { message: Message }) {
  const { timestamp_ms, attempts, reason, dead_at } = message
  return (
    <ol
      aria-label={t('queue.life.label')}
      className="relative ms-1 flex flex-col gap-3 border-s ps-5 text-sm"
    >
      <Step name={t('queue.life.published')} when={<Moment at={new Date(timestamp_ms).toISOString()} />} />
      {attempts === 0 ? null : (
        <Step
          name={
            attempts === 1
              ? t('queue.life.deliveredOnce')
              : t('queue.life.deliveredTimes', { count: attempts })
          }
          when={t('queue.life.deliveredNote')}
        >
          {reason === null
            ? t('queue.life.noReason')
            : rich('queue.life.lastReason', {
                reason: <bdi className="[overflow-wrap:anywhere]">{reason}</bdi>,
              })}
        </Step>
      )}
      {dead_at === undefined ? (
        <Step name={t(attempts === 0 ? 'queue.life.waitingFirst' : 'queue.life.waitingAgain')} when={null} />
      ) : (
        <Step name={t('queue.life.dead')} tone="bad" when={<Moment at={dead_at} />} />
      )}
    </ol>
  )
}

function Step(props: { name: string; when: ReactNode; tone?: 'plain' | 'bad'; children?: ReactNode }) {
  const { name, when, tone = 'plain', children } = props
  return (
    <li
      className={`relative before:absolute before:top-1.5 before:-start-[1.5625rem] before:size-2.5 before:rounded-full ${tone === 'bad' ? 'before:bg-danger' : 'before:bg-accent'}`}
    >
      <p className="font-semibold">{name}</p>
      {when === null ? null : <p className="text-muted">{when}</p>}
      {children ? <p>{children}</p> : null}
    </li>
  )
}
