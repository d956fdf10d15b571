import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const TONES = {
  plain: 'bg-sunken text-muted',
  good: 'bg-tint text-accent',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-danger-tint text-danger',
} as const

export type Tone = keyof typeof TONES

/** A state in a word or two. The word carries the meaning, not the color. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5.5 shrink-0 items-center rounded-full px-2 text-xs font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
