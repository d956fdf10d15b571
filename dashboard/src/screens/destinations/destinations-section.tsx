import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { type EventSubject, useDestinations } from '../../api/destinations/destinations.ts'
import { useChangeOwned } from '../../api/endpoints/owned.ts'
import type { Destination } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Switch } from '../../controls/fields/switch.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { AddDestination } from './add-destination.tsx'
import { DestinationRow, RowFrame } from './destination-row.tsx'
import { WORDS } from './destination-words.ts'

/** All places that an endpoint delivers to: the owner's email, and the destinations beside it. */
export function DestinationsSection(props: {
  subject: EventSubject
  recipient: string
  emailsOn: boolean
  isRetired: boolean
}) {
  const { subject, recipient, emailsOn, isRetired } = props
  const [adding, setAdding] = useState(false)
  const query = useDestinations(subject)
  const ofPlan = useMe().data?.plan.destinations
  const words = WORDS[subject.kind]
  const onePlace = ofPlan === 0
  const isFull = (query.data?.length ?? 0) >= Math.max(1, ofPlan ?? 1)
  return (
    <Section title={t(words.title)} description={t(onePlace ? words.onePlace : words.description)}>
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {(destinations) => (
          <ul aria-label={t('destinations.section.list')} className="divide-y rounded-md border">
            <OwnRow subject={subject} recipient={recipient} on={emailsOn} />
            {destinations.map((destination) => (
              <DestinationRow
                key={destination.id}
                subject={subject}
                destination={destination}
                isRetired={isRetired}
                isUnused={isUnused(destination, destinations, ofPlan, emailsOn)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {isRetired || query.data === undefined || ofPlan === undefined ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button icon="plus" disabled={isFull} onClick={() => setAdding(true)}>
            {t('destinations.section.add')}
          </Button>
          {isFull ? (
            <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{describeFull(ofPlan)}</p>
          ) : null}
        </div>
      )}
      {adding ? (
        <AddDestination
          subject={subject}
          recipient={recipient}
          onePlace={onePlace}
          emailsOn={emailsOn}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Section>
  )
}

function OwnRow({ subject, recipient, on }: { subject: EventSubject; recipient: string; on: boolean }) {
  const set = useAction(useChangeOwned(subject.kind, subject.id), { failed: t('shell.words.notSaved') })
  const words = WORDS[subject.kind]
  return (
    <RowFrame icon="mail">
      <Switch
        label={
          <span className="[overflow-wrap:anywhere]">
            {rich('destinations.section.you', {
              address: <bdi className="font-normal text-muted">{recipient}</bdi>,
            })}
          </span>
        }
        hint={t(on ? words.emails : words.noEmails)}
        checked={on}
        onChange={(next) => set({ email_notifications: next })}
      />
    </RowFrame>
  )
}

/** Returns true for a destination that would get its events if the plan allowed another place. */
function isUnused(
  destination: Destination,
  all: readonly Destination[],
  ofPlan: number | undefined,
  emailsOn: boolean,
): boolean {
  if (ofPlan === undefined || !destination.confirmed) return false
  const allowed = Math.max(ofPlan, emailsOn ? 0 : 1)
  return all.filter(({ confirmed }) => confirmed).indexOf(destination) >= allowed
}

function describeFull(ofPlan: number): string {
  return ofPlan <= 1
    ? t('destinations.section.fullOne')
    : t('destinations.section.fullAll', { number: count(ofPlan) })
}
