import { useEffect, useId, useState } from 'react'
import { t } from '../language/texts.ts'
import { Button, type Size } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

const COPIED_MS = 2_000
const WORDS = { copied: 'shell.words.copied', failed: 'shell.copy.failed' } as const

/** Copies a text to the clipboard, also on plain http, where the Clipboard API is unavailable. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'fixed top-0 opacity-0'
  const before = document.activeElement
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}

function useCopied(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => copyText(text).then((done) => setOutcome(done ? 'copied' : 'failed'))
  return { outcome, copy }
}

/** Copies a text and shows the result in the button. */
export function CopyButton({ text, size = 'small' }: { text: string; size?: Size }) {
  const { outcome, copy } = useCopied(text)
  return (
    <Button size={size} icon={outcome === 'copied' ? 'check' : 'copy'} onClick={copy} className="min-w-21">
      <span aria-live="polite">{t(outcome === null ? 'shell.words.copy' : WORDS[outcome])}</span>
    </Button>
  )
}

/** An icon that copies a text. It appears when the pointer or the focus is in its `group`, and always on touch screens. */
export function CopyIcon({ label, text, className }: { label: string; text: string; className?: string }) {
  const { outcome, copy } = useCopied(text)
  return (
    <span
      className={classes(
        'inline-flex print:hidden pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100',
        className,
      )}
    >
      <IconButton
        icon={outcome === 'copied' ? 'check' : 'copy'}
        label={label}
        onClick={copy}
        className={classes('size-7!', outcome === 'copied' && 'text-accent!')}
      />
      <span role="status" className="sr-only">
        {outcome === null ? null : t(WORDS[outcome])}
      </span>
    </span>
  )
}

/** A one-line value with a copy button: a URL, an id, a new key. */
export function CopyField(props: { label: string; value: string; quietLabel?: boolean }) {
  const { label, value, quietLabel } = props
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={quietLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          dir="ltr"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="h-9 min-w-0 flex-1 rounded-md border bg-sunken px-3 font-mono text-sm text-ellipsis"
        />
        <CopyButton text={value} size="normal" />
      </div>
    </div>
  )
}

/** A value that is copied on click, for rows without room for a field. */
export function CopyInline({ label, value }: { label: string; value: string }) {
  const { outcome, copy } = useCopied(value)
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={t('shell.text.labeled', { label, value })}
      className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm text-start font-mono text-sm text-muted hover:text-ink"
    >
      <span dir="ltr" className="truncate">
        {value}
      </span>
      <Icon
        name={outcome === 'copied' ? 'check' : 'copy'}
        className={classes('size-3.5', outcome === 'copied' && 'text-accent')}
      />
      <span role="status" className="sr-only">
        {outcome === 'copied' ? t('shell.words.copied') : null}
      </span>
    </button>
  )
}
