import { useState } from 'react'
import { type OverseenEndpoint, useOverseenEndpoints } from '../../api/accounts/operator.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { type PlainKey, t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { List, Row, SuspendButton } from './overseen-list.tsx'
import { SuspensionDialog, type SuspensionOf } from './suspension-dialog.tsx'

const KINDS = {
  form: 'operator.kinds.form',
  telemetry: 'operator.kinds.telemetry',
  queue: 'operator.kinds.queue',
} satisfies Record<OverseenEndpoint['kind'], PlainKey>

const STATES = {
  unclaimed: 'operator.states.unclaimed',
  claimed: 'operator.states.claimed',
  frozen: 'operator.states.frozen',
  expired: 'operator.states.expired',
  retired: 'operator.states.retired',
  suspended: 'operator.states.suspended',
} satisfies Record<OverseenEndpoint['state'], PlainKey>

/** Endpoints of the instance, also those that nobody has claimed. */
export function EndpointsView({ q }: { q: string | undefined }) {
  const query = useOverseenEndpoints(q)
  const [changed, setChanged] = useState<SuspensionOf | null>(null)
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} />}>
      {({ data, more }) => (
        <>
          <List
            label={t('operator.sections.endpoints')}
            isEmpty={data.length === 0}
            empty={t('operator.endpoints.empty')}
            more={more}
          >
            {data.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} onSuspend={setChanged} />
            ))}
          </List>
          <SuspensionDialog change={changed} onClose={() => setChanged(null)} />
        </>
      )}
    </Loaded>
  )
}

function EndpointRow(props: { endpoint: OverseenEndpoint; onSuspend: (change: SuspensionOf) => void }) {
  const { id, kind, owner, site, state, suspended, created_at, accepted } = props.endpoint
  const isEnded = state === 'expired' || state === 'retired'
  const facts = [
    t(KINDS[kind]),
    owner ?? t('operator.endpoints.noOwner'),
    ...(site === null ? [] : [site]),
    t('operator.endpoints.accepted', { count: accepted }),
  ]
  return (
    <Row
      title={<code>{id}</code>}
      suspended={suspended}
      state={t(
        state === 'suspended' && suspended === null ? 'operator.states.accountSuspended' : STATES[state],
      )}
      facts={facts}
      since={created_at}
    >
      {isEnded ? null : (
        <SuspendButton subject={id} isSuspended={suspended !== null} onClick={props.onSuspend} />
      )}
    </Row>
  )
}
