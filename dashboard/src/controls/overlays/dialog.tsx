import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { t } from '../../language/texts.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'

type FormActions = {
  submit: () => void
  /** Label of the button. */
  label: string
  weight?: 'main' | 'danger'
  busy?: boolean
  disabled?: boolean
}

const FIELD = 'input:not([readonly]), textarea'
/** A value to copy, such as a new key; it selects itself. */
const VALUE = 'input[readonly]'

/**
 * A dialog, or a bottom sheet on phones. Escape, the close button and a click outside close it; focus moves to
 * its first field, else to the value that it shows, and back.
 *
 * @param props.actions the buttons, the main one last
 * @param props.form makes the dialog a form, with a button that cancels it and one that submits it
 */
export function Dialog(props: {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  form?: FormActions
  width?: 'narrow' | 'wide'
}) {
  const { open } = props
  // It keeps its text while it fades out: by then, the subject of a question is often gone.
  const whenOpen = useRef(props)
  if (open) whenOpen.current = props
  const { onClose, title, description, children, actions, form, width = 'narrow' } = whenOpen.current
  const popup = useRef<HTMLDivElement>(null)
  const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector)
  const body = (
    <>
      <div className="flex flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5 scrollbar-quiet *:shrink-0">
        {description ? (
          <Base.Description className="text-muted text-pretty">{description}</Base.Description>
        ) : null}
        {children}
      </div>
      {actions || form ? (
        <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-4 max-sm:[&>*]:h-11 max-sm:[&>*]:flex-1">
          {actions}
          {form ? <FormButtons form={form} onCancel={onClose} /> : null}
        </div>
      ) : null}
    </>
  )
  return (
    <Base.Root open={open} onOpenChange={() => isTopmost(popup.current) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          data-modal
          initialFocus={() => find(FIELD) ?? find(VALUE) ?? true}
          className={classes(
            'floating fixed z-50 flex max-h-[85dvh] flex-col',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)]',
            'sm:top-[12dvh] sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2',
            width === 'wide' ? 'sm:max-w-2xl' : 'sm:max-w-md',
          )}
        >
          <header className="flex items-start justify-between gap-4 ps-5 pe-3 pt-4 pb-3">
            <Base.Title className="pt-1 text-lg leading-snug pointer-coarse:pt-2">{title}</Base.Title>
            <Base.Close render={<IconButton icon="close" label={t('shell.words.close')} tip="none" />} />
          </header>
          {form ? (
            <form
              className="flex min-h-0 flex-col"
              onSubmit={(event) => {
                event.preventDefault()
                form.submit()
              }}
            >
              {body}
            </form>
          ) : (
            body
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function FormButtons({ form, onCancel }: { form: FormActions; onCancel: () => void }) {
  const { label, weight = 'main', busy = false, disabled } = form
  return (
    <>
      <Button onClick={onCancel}>{t('shell.words.cancel')}</Button>
      <Button type="submit" weight={weight} busy={busy} disabled={disabled}>
        {label}
      </Button>
    </>
  )
}

/**
 * A dialog may open another one, such as a fresh sign-in; closing that must not close this one. Toasts, which are
 * dialogs too, do not count.
 */
function isTopmost(popup: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[role="dialog"]:not([aria-modal="false"])')].at(-1) === popup
}
