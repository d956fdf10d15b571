import type { ReactNode } from 'react'
import { Button } from '../../controls/button.tsx'
import { Section } from '../../controls/section.tsx'
import { sentenceSpace } from '../../language/sentences.ts'
import { t } from '../../language/texts.ts'
import { errorText } from '../error-words.ts'
import type { SettingsDraft } from './settings-draft.ts'

/** A section whose fields are saved together. It says whether they are saved, or kept in this browser for later. */
export function SettingsForm(props: {
  title: string
  description?: string
  /** Path of the guide about it. */
  guide?: string
  edited: SettingsDraft
  /** False while a field says what is wrong with it. */
  isValid?: boolean
  children: ReactNode
}) {
  const { title, description, guide, edited, isValid = true, children } = props
  const { isDirty, isSaving } = edited
  return (
    <form
      // The browser would show one fault at a time.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) edited.save()
      }}
    >
      <Section
        title={title}
        description={
          guide === undefined ? (
            description
          ) : (
            <>
              {description}
              {sentenceSpace}
              <a href={guide} className="whitespace-nowrap text-accent underline">
                {t('owned.settings.howItWorks')}
              </a>
            </>
          )
        }
      >
        {children}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {describeError(edited)}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" weight="main" busy={isSaving} disabled={!isDirty || !isValid}>
            {t('shell.words.save')}
          </Button>
          {isDirty ? (
            <Button weight="quiet" onClick={edited.discard}>
              {t('owned.settings.discard')}
            </Button>
          ) : null}
          <p role="status" className="text-sm text-muted">
            {describeState(edited)}
          </p>
        </div>
      </Section>
    </form>
  )
}

function describeError({ error, isConflicting, isErrorShown }: SettingsDraft): string | null {
  if (isConflicting || error?.code === 'version_conflict') {
    return t('owned.settings.conflict')
  }
  return isErrorShown ? null : errorText(error)
}

function describeState({ isDirty, isKept, isSaved }: SettingsDraft): string | null {
  if (!isDirty) return isSaved ? t('shell.words.saved') : null
  return t(isKept ? 'owned.settings.kept' : 'owned.settings.notKept')
}
