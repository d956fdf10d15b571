import type { ReactNode } from 'react'
import type { Owned, OwnedKind } from '../../api/endpoints/owned.ts'
import { Section } from '../../controls/section.tsx'
import { KeepOrDecline } from './keep-or-decline.tsx'
import { KINDS } from './kinds.ts'

/** Limits until the owner keeps one. */
const LIMITS = {
  endpoints: 'you get a limited number of emails from it, and links in them are disabled.',
  telemetry: 'it accepts a limited number of events, which don’t count against your plan.',
  queues: 'it accepts a limited number of messages, which don’t count against your plan.',
} as const satisfies Record<OwnedKind, string>

/** Endpoints of a list that were claimed by their link alone, above all others. */
export function UnconfirmedList<Item extends Owned>(props: {
  kind: OwnedKind
  items: readonly Item[]
  row: (item: Item) => ReactNode
}) {
  const { kind, items, row } = props
  if (items.length === 0) return null
  return (
    <div className="mb-6">
      <Section
        title="Claimed by link: keep or decline"
        description={`Someone created these for your email address, and their claim links were opened, perhaps by your mail program. Until you keep one, ${LIMITS[kind]}`}
      >
        <div className="flex flex-col gap-4">
          {items.map((item) => (
            <div key={item.id} className="rounded-md border">
              <ul>{row(item)}</ul>
              <div className="border-t px-4 py-3">
                <KeepOrDecline kind={kind} owned={item} />
              </div>
            </div>
          ))}
        </div>
      </Section>
    </div>
  )
}

/** Notice on the screen of an endpoint that was claimed by its link alone. */
export function UnconfirmedNotice({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  return (
    <div className="mb-6">
      <Section
        title="Claimed by link: keep or decline"
        description={`Someone created this ${KINDS[kind].one} for your email address, and its claim link was opened, perhaps by your mail program. Until you keep it, ${LIMITS[kind]} Changing it keeps it too.`}
      >
        <KeepOrDecline kind={kind} owned={owned} />
      </Section>
    </div>
  )
}
