import { useState } from 'react'
import { type OwnedKind, useClaim, useUnclaimed } from '../../api/endpoints/owned.ts'
import type { UnclaimedEndpointList } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../action.ts'
import { KINDS } from './kinds.ts'

type Unclaimed = UnclaimedEndpointList['data'][number]

/** Rows that are shown before the rest is asked for. */
const SHOWN_AT_FIRST = 5

/** Endpoints that were created for the owner's email address and wait to be claimed; nothing when there are none. */
export function UnclaimedList({ kind }: { kind: OwnedKind }) {
  const [all, setAll] = useState(false)
  const { data } = useUnclaimed(kind)
  const items = data?.data ?? []
  if (items.length === 0) return null
  const { many } = KINDS[kind]
  const hidden = items.length - SHOWN_AT_FIRST
  return (
    <div className="mb-6">
      <Section
        title="Not claimed yet"
        description={`These ${many} were created for your email address. Claim those that are yours; you don’t need the email. The others expire by themselves.`}
      >
        <ul className="divide-y rounded-md border">
          {items.slice(0, all ? undefined : SHOWN_AT_FIRST).map((item) => (
            <Row key={item.id} kind={kind} item={item} />
          ))}
        </ul>
        {hidden > 0 && !all ? (
          <div>
            <Button size="small" onClick={() => setAll(true)}>
              Show {hidden} more
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
    failed: 'Not claimed',
    done: () => ({ title: `Claimed: ${name ?? id}` }),
  })
  const { received: noun } = KINDS[kind]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{name ?? id}</p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {name === null ? null : `${id} · `}
          Created <RelativeTime at={created_at} />
          {' · '}
          {received === 0 ? `no ${noun}s yet` : pluralize(received, noun)}
          {last_received_at === null ? null : (
            <>
              , last <RelativeTime at={last_received_at} />
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        icon="check"
        busy={claim.isPending}
        aria-label={`Claim ${name ?? id}`}
        onClick={() => run()}
      >
        Claim
      </Button>
    </li>
  )
}
