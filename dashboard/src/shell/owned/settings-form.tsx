import type { ReactNode } from 'react'
import { Button } from '../../controls/button.tsx'
import { ConfirmDialog } from '../../controls/overlays/confirm-dialog.tsx'
import { Section } from '../../controls/section.tsx'
import { errorText } from '../error-words.ts'
import type { SettingsDraft } from './settings-draft.ts'

/** A section whose fields are saved together; asks before unsaved changes are left. */
export function SettingsForm(props: {
  title: string
  description?: ReactNode
  edited: SettingsDraft
  /** False while a field says what is wrong with it. */
  isValid?: boolean
  children: ReactNode
}) {
  const { title, description, edited, isValid = true, children } = props
  const { isDirty, isSaving, leaving, error, isErrorShown } = edited
  const words =
    error?.code === 'version_conflict'
      ? 'Someone else changed these settings. Review your edits and save again.'
      : errorText(error)
  return (
    <form
      // The browser would show one fault at a time.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) edited.save()
      }}
    >
      <Section title={title} description={description}>
        {children}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {isErrorShown ? null : words}
        </p>
        <div className="flex items-center gap-2">
          <Button type="submit" weight="main" busy={isSaving} disabled={!isDirty || !isValid}>
            Save
          </Button>
          {isDirty ? (
            <Button weight="quiet" onClick={edited.discard}>
              Discard
            </Button>
          ) : null}
        </div>
      </Section>
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
        title="Leave without saving?"
        action="Leave"
      >
        Your changes will be lost.
      </ConfirmDialog>
    </form>
  )
}
