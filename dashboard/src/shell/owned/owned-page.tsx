import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import type { Owned } from '../../api/endpoints/owned.ts'
import { Badge } from '../../controls/badge.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Page } from '../frame/page.tsx'
import { Loaded } from '../loaded.tsx'

/**
 * The screen of one endpoint of a kind: the way back to the list, its name, how it is and where programs reach it.
 *
 * @param props.id what it is called until its name is known, or where it has none
 * @param props.back the list, and how that is called
 * @param props.one what is loaded: "queue"
 * @param props.children its views
 */
export function OwnedPage<Item extends Owned>(props: {
  id: string
  query: UseQueryResult<Item, ApiError>
  back: { to: LinkProps['to']; label: string }
  one: string
  addressOf: (item: Item) => string
  children: (item: Item) => ReactNode
}) {
  const { id, query, back, one, addressOf, children } = props
  const item = query.data
  return (
    <Page
      title={item?.name ?? id}
      width="wide"
      above={
        <Link
          to={back.to}
          className="mb-3 -ml-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted no-underline hover:text-ink"
        >
          <Icon name="left" className="size-4" />
          {back.label}
        </Link>
      }
      description={
        item ? (
          <div className="flex min-w-0 items-center gap-3">
            <OwnedState state={item.state} />
            <span className="flex min-w-0">
              <CopyInline label="Copy the address" value={addressOf(item)} />
            </span>
          </div>
        ) : null
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label={`Loading the ${one}`} />}>
        {children}
      </Loaded>
    </Page>
  )
}

/** Whether it still takes anything, in a word. */
export function OwnedState({ state }: Pick<Owned, 'state'>) {
  return state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>
}
