import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { isUnconfirmed, type Owned, type OwnedKind } from '../../api/endpoints/owned.ts'
import { Badge } from '../../controls/badge.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Page } from '../frame/page.tsx'
import { Loaded } from '../loaded.tsx'
import { UnconfirmedNotice } from './unconfirmed.tsx'

/**
 * Screen of one endpoint: back link, name, state, URL.
 *
 * @param props.id shown until the name is known, or without one
 * @param props.back the list
 * @param props.one "queue"
 * @param props.children the tabs
 */
export function OwnedPage<Item extends Owned>(props: {
  kind: OwnedKind
  id: string
  query: UseQueryResult<Item, ApiError>
  back: { to: LinkProps['to']; label: string }
  one: string
  getUrl: (item: Item) => string
  children: (item: Item) => ReactNode
}) {
  const { kind, id, query, back, one, getUrl, children } = props
  const item = query.data
  return (
    <Page
      title={item?.name ?? id}
      width="wide"
      above={
        <Link
          to={back.to}
          className="-ml-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted no-underline hover:text-ink"
        >
          <Icon name="left" className="size-4" />
          {back.label}
        </Link>
      }
      description={
        item ? (
          <div className="flex min-w-0 items-center gap-3">
            <OwnedState owned={item} />
            <span className="flex min-w-0">
              <CopyInline label="Copy the URL" value={getUrl(item)} />
            </span>
          </div>
        ) : null
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label={`Loading the ${one}`} />}>
        {(loaded) => (
          <>
            {isUnconfirmed(loaded) ? <UnconfirmedNotice kind={kind} owned={loaded} /> : null}
            {children(loaded)}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Badge of the state. */
export function OwnedState({ owned }: { owned: Pick<Owned, 'state' | 'confirmed_at'> }) {
  if (owned.state === 'retired') return <Badge>Retired</Badge>
  return isUnconfirmed(owned) ? <Badge tone="warn">Not confirmed</Badge> : <Badge tone="good">Active</Badge>
}
