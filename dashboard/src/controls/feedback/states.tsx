import type { ReactNode } from 'react'
import { t } from '../../language/texts.ts'
import { Button } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'

/** Empty state with the first thing to do. */
export function EmptyState(props: {
  icon: IconName
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** 1 where the screen has no other heading. */
  level?: 1 | 2
}) {
  const Heading = props.level === 1 ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center sm:py-14">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-tint text-accent">
        <Icon name={props.icon} className="size-6" />
      </span>
      <Heading className="text-lg">{props.title}</Heading>
      <div className="mt-1 max-w-md text-muted text-pretty">{props.children}</div>
      {props.actions ? <div className="mt-5 flex flex-wrap justify-center gap-2">{props.actions}</div> : null}
    </div>
  )
}

/** Error state with a retry button. */
export function ErrorState(props: {
  title: string
  hint?: string | null
  /** Request id for support by the operator. */
  requestId?: string | null
  icon?: IconName
  onRetry?: () => void
  children?: ReactNode
  /** 1 where the screen has no other heading. */
  level?: 1 | 2
}) {
  const Heading = props.level === 1 ? 'h1' : 'h2'
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-10 text-center sm:py-14">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-warn-tint text-warn">
        <Icon name={props.icon ?? 'spam'} className="size-6" />
      </span>
      <Heading className="text-lg">{props.title}</Heading>
      <p className="mt-1 max-w-md text-muted text-pretty">{props.hint}</p>
      {props.requestId ? <p className="mt-2 font-mono text-xs text-muted">{props.requestId}</p> : null}
      <div className="mt-5 flex flex-wrap justify-center gap-2 empty:hidden">
        {props.onRetry ? (
          <Button icon="refresh" onClick={props.onRetry}>
            {t('shell.words.tryAgain')}
          </Button>
        ) : null}
        {props.children}
      </div>
    </div>
  )
}
