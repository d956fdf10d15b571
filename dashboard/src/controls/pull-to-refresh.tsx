import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../language/texts.ts'
import { classes } from './classes.ts'
import { Spinner } from './feedback/spinner.tsx'
import { Icon } from './icon.tsx'
import { watchPulls } from './pull.ts'

/** Minimum length of a pull that refreshes. */
const READY_PX = 56

const WORDS = {
  pulled: 'shell.pull.pulled',
  ready: 'shell.pull.ready',
  refreshing: 'shell.pull.refreshing',
} as const

type Phase = keyof typeof WORDS | 'still'

/**
 * Refreshes its content when a finger pulls it down at the top. The browser's own gesture is switched off
 * (`overscroll-behavior` in style.css).
 *
 * @param props.className of the element around the content, which must be positioned
 */
export function PullToRefresh(props: {
  onRefresh: () => Promise<unknown>
  className: string
  children: ReactNode
}) {
  const { onRefresh, className, children } = props
  const area = useRef<HTMLDivElement>(null)
  const sign = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>('still')
  const isBusy = useEffectEvent(() => phase === 'refreshing')
  const load = useEffectEvent(onRefresh)

  useEffect(() => {
    if (!area.current) return
    const show = (next: Phase, px: number) => {
      sign.current?.style.setProperty('--pull', `${px}px`)
      setPhase(next)
    }
    const refresh = async () => {
      show('refreshing', READY_PX)
      try {
        await load()
      } finally {
        show('still', 0)
      }
    }
    return watchPulls(area.current, {
      isBusy: () => isBusy(),
      onPull: (px) => show(px >= READY_PX ? 'ready' : 'pulled', px),
      onRelease: (px) => (px >= READY_PX ? void refresh() : show('still', 0)),
    })
  }, [])

  const followsFinger = phase === 'pulled' || phase === 'ready'
  return (
    <div ref={area} className={className}>
      {children}
      <div
        ref={sign}
        role="status"
        className={classes(
          'pointer-events-none absolute inset-x-0 top-0 z-10 flex translate-y-[calc(var(--pull,0px)-3rem)] justify-center motion-reduce:translate-y-2',
          phase === 'still' && 'opacity-0',
          !followsFinger && 'transition-[translate,opacity] duration-200',
        )}
      >
        {phase === 'still' ? null : (
          <span className="inline-flex h-9 items-center gap-2 rounded-full border bg-card px-4 text-sm font-medium shadow-pop">
            {phase === 'refreshing' ? <Spinner /> : <Icon name="refresh" className="size-4 text-muted" />}
            {t(WORDS[phase])}
          </span>
        )}
      </div>
    </div>
  )
}
