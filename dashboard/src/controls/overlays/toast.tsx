import { Toast as Base } from '@base-ui/react/toast'
import { type ReactNode, useCallback } from 'react'
import { t } from '../../language/texts.ts'
import { IconButton } from '../icon-button.tsx'

/** Long enough to read it, notice a mistake and reach the button. */
export const UNDO_MS = 10_000
const TOAST_MS = 5_000

export type ToastOptions = {
  title: string
  description?: string
  tone?: 'plain' | 'danger'
  /** Undoes the action; the toast then stays ten seconds with an Undo button. */
  undo?: () => void
  /** Runs a failed action again; the toast then stays ten seconds with a Retry button. */
  retry?: () => void
  /** A toast to replace. */
  id?: string
}

/** Provides toasts to the whole dashboard. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed start-4 end-4 bottom-4 z-50 flex flex-col gap-2 max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] sm:start-auto sm:w-96">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/** Shows a toast; the returned id closes it early. */
export function useToast(): { showToast: (options: ToastOptions) => string; close: (id: string) => void } {
  const { add, close } = Base.useToastManager()
  const showToast = useCallback(
    ({ title, description, tone = 'plain', undo, retry, id: replaced }: ToastOptions) => {
      const act = undo ?? retry
      const id: string = add({
        ...(replaced === undefined ? {} : { id: replaced }),
        title,
        description,
        type: tone,
        // NOTE: an urgent toast is hidden from screen readers but for its text, and so are its buttons.
        priority: 'low',
        timeout: act ? UNDO_MS : TOAST_MS,
        // Given also without an action, so that a replaced toast loses its own.
        actionProps: act
          ? {
              children: t(undo ? 'shell.words.undo' : 'shell.toast.retry'),
              onClick: () => {
                close(id)
                act()
              },
            }
          : undefined,
      })
      return id
    },
    [add, close],
  )
  return { showToast, close }
}

function List() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="floating data-[type=danger]:border-danger data-limited:hidden"
    >
      <Base.Content className="flex items-center gap-3 py-1.5 ps-4 pe-1.5">
        <div className="min-w-0 flex-1 py-1">
          <Base.Title className="text-sm font-semibold" />
          <Base.Description className="text-sm text-muted" />
        </div>
        <Base.Action className="h-9 rounded-md px-3 text-sm font-semibold text-accent hover:bg-sunken pointer-coarse:h-11" />
        {/* By default, screen readers find it only once it has focus. */}
        <Base.Close
          aria-hidden={false}
          render={<IconButton icon="close" label={t('shell.toast.dismiss')} />}
        />
      </Base.Content>
    </Base.Root>
  ))
}
