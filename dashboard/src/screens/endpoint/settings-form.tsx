import type { ReactNode } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { ConfirmDialog } from '../../controls/overlays/confirm-dialog.tsx'
import { Section } from '../../controls/section.tsx'
import { errorText } from '../../shell/error-words.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

/** A section whose fields are saved together; asks before unsaved changes are left. */
export function SettingsForm<Draft extends Record<string, string>>(props: {
  title: string
  description?: ReactNode
  edited: SettingsDraft<Draft>
  /** Names in the API of the settings that show their own errors. */
  shownAtField: readonly string[]
  children: ReactNode
}) {
  const { title, description, edited, shownAtField, children } = props
  const { isDirty, isSaving, leaving, error } = edited
  return (
    <form
      // The browser would show one fault at a time.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        edited.save()
      }}
    >
      <Section title={title} description={description}>
        {children}
        <Refused error={error} shownAtField={shownAtField} />
        <div className="flex items-center gap-2">
          <Button type="submit" weight="main" busy={isSaving} disabled={!isDirty}>
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

function Refused({ error, shownAtField }: { error: ApiError | null; shownAtField: readonly string[] }) {
  const atField = shownAtField.some((field) => error?.field?.startsWith(field))
  const words =
    error?.code === 'version_conflict'
      ? 'Someone else changed these settings. Review your edits and save again.'
      : errorText(error)
  return (
    <p role="alert" className="text-sm text-danger empty:hidden">
      {error === null || atField ? null : words}
    </p>
  )
}
