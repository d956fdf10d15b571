import { useState } from 'react'
import { type OwnedKind, useClaim, useUnclaimed } from '../../api/endpoints/owned.ts'
import type { UnclaimedEndpointList } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { count } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { type PlainKey, rich, t } from '../../language/texts.ts'
import { useAction } from '../action.ts'

type Unclaimed = UnclaimedEndpointList['data'][number]

const DESCRIPTIONS = {
  endpoints: 'owned.unclaimed.forms',
  telemetry: 'owned.unclaimed.telemetry',
  queues: 'owned.unclaimed.queues',
} as const satisfies Record<OwnedKind, PlainKey>
const RECEIVED = {
  endpoints: { none: 'owned.unclaimed.received.noSubmissions', some: 'owned.unclaimed.received.submissions' },
  telemetry: { none: 'owned.unclaimed.received.noEvents', some: 'owned.unclaimed.received.events' },
  queues: { none: 'owned.unclaimed.received.noMessages', some: 'owned.unclaimed.received.messages' },
} as const satisfies Record<OwnedKind, object>

/** Rows that are shown before the rest is asked for. */
const SHOWN_AT_FIRST = 5

/** Endpoints that were created for the owner's email address and wait to be claimed; nothing when there are none. */
export function UnclaimedList({ kind }: { kind: OwnedKind }) {
  const [all, setAll] = useState(false)
  const { data } = useUnclaimed(kind)
  const items = data?.data ?? []
  if (items.length === 0) return null
  const hidden = items.length - SHOWN_AT_FIRST
  return (
    <div className="mb-6">
      <Section title={t('owned.unclaimed.title')} description={t(DESCRIPTIONS[kind])}>
        <ul className="divide-y rounded-md border">
          {items.slice(0, all ? undefined : SHOWN_AT_FIRST).map((item) => (
            <Row key={item.id} kind={kind} item={item} />
          ))}
        </ul>
        {hidden > 0 && !all ? (
          <div>
            <Button size="small" onClick={() => setAll(true)}>
              {t('owned.unclaimed.showMore', { number: count(hidden) })}
            </Button>
          </div>
        ) : null}
      </Section>
    </div>
  )
}

function Row({ kind, item }: { kind: OwnedKind; item: Unclaimed }) {
  const { id, name, created_at, received, last_received_at } = item
  const claim = useClaim(kind, id)
  const run = useAction(claim, {
    failed: t('owned.unclaimed.failed'),
    done: () => ({ title: t('owned.unclaimed.done', { name: name ?? id }) }),
  })
  const { none, some } = RECEIVED[kind]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {name ?? id}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {name === null ? null : `${id} · `}
          {rich('owned.unclaimed.created', { time: <RelativeTime at={created_at} /> })}
          {' · '}
          {last_received_at === null
            ? t(none)
            : rich(some, { count: received, time: <RelativeTime at={last_received_at} /> })}
        </p>
      </div>
      <Button
        size="small"
        icon="check"
        busy={claim.isPending}
        aria-label={t('owned.unclaimed.claimNamed', { name: name ?? id })}
        onClick={() => run()}
      >
        {t('owned.unclaimed.claim')}
      </Button>
    </li>
  )
}
