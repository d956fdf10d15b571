import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

// Phones zoom in on fields with text smaller than 16 px.
const BOX =
  'w-full rounded-md border border-edge bg-card px-3 text-base pointer-coarse:text-[1rem] text-ink transition-colors hover:border-ink disabled:opacity-50 aria-invalid:border-danger'

type FieldFrame = {
  label: ReactNode
  hint?: ReactNode
  /** Error message, announced when it appears. */
  error?: string | null
  /** Hides the label visually. */
  quietLabel?: boolean
}

/** Types whose values are read from left to right in every language. */
const LEFT_TO_RIGHT: readonly unknown[] = ['email', 'url']

/** A text field with label, hint and error. */
export function TextField(props: ComponentProps<'input'> & FieldFrame) {
  const { label, hint, error, quietLabel, className, ...input } = props
  const id = useId()
  return (
    <Labeled {...{ id, label, hint, error, quietLabel, className }}>
      <input
        dir={LEFT_TO_RIGHT.includes(input.type) ? 'ltr' : undefined}
        {...input}
        id={id}
        className={classes(BOX, 'h-9 pointer-coarse:h-11')}
        {...describing(id, props)}
      />
    </Labeled>
  )
}

/** A multi-line text field. */
export function TextArea(props: ComponentProps<'textarea'> & FieldFrame) {
  const { label, hint, error, quietLabel, className, ...input } = props
  const id = useId()
  return (
    <Labeled {...{ id, label, hint, error, quietLabel, className }}>
      <textarea {...input} id={id} className={classes(BOX, 'min-h-24 py-2')} {...describing(id, props)} />
    </Labeled>
  )
}

function describing(id: string, { hint, error }: FieldFrame) {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }
}

function Labeled(props: FieldFrame & { id: string; children: ReactNode; className?: string | undefined }) {
  const { id, label, hint, error, quietLabel, className, children } = props
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={quietLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted text-pretty">
          {hint}
        </p>
      ) : null}
      <p id={`${id}-error`} role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}
