import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import { useMe } from '../../api/accounts/me.ts'
import { keepForExamples } from '../../api/endpoints/docs-examples.ts'
import {
  isUnconfirmed,
  type Owned,
  type OwnedKind,
  type OwnedOf,
  useChangeOwned,
  useOwned,
} from '../../api/endpoints/owned.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../action.ts'
import { Page } from '../frame/page.tsx'
import { Loaded } from '../loaded.tsx'
import { TITLES } from './kind-words.ts'
import { getUrl, KINDS } from './kinds.ts'
import { UnconfirmedNotice } from './unconfirmed.tsx'

/**
 * Screen of one endpoint: back link, name, state, URL. The account is loaded, too, when it shows its tabs.
 *
 * @param props.id shown until the name is known, or without one
 * @param props.children the tabs
 */
export function OwnedPage<Kind extends OwnedKind>(props: {
  kind: Kind
  id: string
  children: (item: OwnedOf<Kind>) => ReactNode
}) {
  const { kind, id, children } = props
  const { list } = KINDS[kind]
  const query = useOwned(kind, id)
  const account = useMe()
  const { may } = useAccess()
  const item = query.data
  const loading = <SkeletonRows rows={4} />
  useEffect(() => {
    if (item) keepForExamples(item.kind, getUrl(item))
  }, [item])
  return (
    <Page
      title={item?.name ?? id}
      width="wide"
      above={
        <Link
          to={list}
          className="-ms-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted no-underline hover:text-ink"
        >
          <Icon name="left" className="size-4 rtl:-scale-x-100" />
          {t(TITLES[kind])}
        </Link>
      }
      description={
        item ? (
          <div className="flex min-w-0 items-center gap-3">
            <OwnedState owned={item} />
            <span className="flex min-w-0">
              <CopyInline label={t('owned.copyUrl')} value={getUrl(item)} />
            </span>
          </div>
        ) : null
      }
    >
      <Loaded query={query} loading={loading}>
        {(loaded) => (
          <Fragment key={loaded.id}>
            {isUnconfirmed(loaded) && may('holder') ? <UnconfirmedNotice kind={kind} owned={loaded} /> : null}
            <SuspendedNotice kind={kind} owned={loaded} />
            <EmailsOffBanner kind={kind} owned={loaded} />
            <Loaded query={account} loading={loading}>
              {() => children(loaded)}
            </Loaded>
          </Fragment>
        )}
      </Loaded>
    </Page>
  )
}

/** Badge of the state. */
export function OwnedState({ owned }: { owned: Pick<Owned, 'state' | 'confirmed_at' | 'suspended'> }) {
  if (owned.state === 'retired') return <Badge>{t('owned.state.retired')}</Badge>
  if (owned.suspended) return <Badge tone="warn">{t('owned.state.suspended')}</Badge>
  return isUnconfirmed(owned) ? (
    <Badge tone="warn">{t('owned.state.notConfirmed')}</Badge>
  ) : (
    <Badge tone="good">{t('owned.state.active')}</Badge>
  )
}

const SUSPENDED = {
  endpoints: 'owned.suspended.form',
  telemetry: 'owned.suspended.telemetry',
  queues: 'owned.suspended.queue',
} as const satisfies Record<OwnedKind, string>

/** Banner while the operator has suspended it, with the reason if there is one. */
function SuspendedNotice({ kind, owned: { suspended, state } }: { kind: OwnedKind; owned: Owned }) {
  return (
    <div role="status">
      {suspended && state !== 'retired' ? (
        <div className="mb-4 rounded-md bg-warn-tint px-4 py-3 text-sm text-warn">
          <p className="font-medium text-pretty">
            {rich(SUSPENDED[kind], { time: <Moment at={suspended.at} /> })}
          </p>
          {suspended.reason === null ? null : (
            <p className="mt-1 [overflow-wrap:anywhere]">
              {rich('owned.suspended.reason', { reason: <bdi>{suspended.reason}</bdi> })}
            </p>
          )}
        </div>
      ) : null}
    </div>
  )
}

/** Banner while the recipient gets no emails, perhaps because somebody used a stop link, with a button that turns them on. */
function EmailsOffBanner({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  const change = useChangeOwned(kind, owned.id)
  const turnOn = useAction(change, { failed: t('owned.emailsOff.failed') })
  const { may } = useAccess()
  const { email_notifications } = owned.kind === 'form' ? owned.settings : owned
  const isOff = owned.state === 'claimed' && !email_notifications
  return (
    <div role="status">
      {isOff ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-tint px-4 py-3 text-warn">
          <p className="text-sm font-medium text-pretty">{explain(owned)}</p>
          {may('owner') ? (
            <Button
              size="small"
              icon="mail"
              busy={change.isPending}
              onClick={() => turnOn({ email_notifications: true })}
            >
              {t('owned.emailsOff.turnOn')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function explain(owned: Owned): string {
  switch (owned.kind) {
    case 'form': {
      const { settings, recipient } = owned
      const number = settings.destinations.filter(({ confirmed }) => confirmed).length
      return number === 0
        ? t('owned.emailsOff.form', { recipient })
        : t('owned.emailsOff.formWithDestinations', { count: number, recipient })
    }
    case 'telemetry':
      return t('owned.emailsOff.telemetry')
    case 'queue':
      return t('owned.emailsOff.queue')
  }
}
