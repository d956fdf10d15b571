import { type OwnedKind, useChangeOwned } from '../../api/endpoints/owned.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Select } from '../../controls/fields/select.tsx'
import { Section } from '../../controls/section.tsx'
import { LANGUAGE_CHOICES } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { useAction } from '../action.ts'

type Language = NonNullable<Endpoint['language']>

/** Shown until a language is known; without it, English could not be chosen. */
const UNKNOWN = 'unknown'

/** Select of the language of emails. */
export function EmailLanguage(props: {
  language: Language | null
  hint: string
  onChange: (language: Language) => void
}) {
  const { language, hint, onChange } = props
  return (
    <Select
      label={t('owned.emails.language')}
      showLabel
      hint={hint}
      value={language ?? UNKNOWN}
      choices={
        language === null
          ? [{ value: UNKNOWN, label: t('owned.emails.default') }, ...LANGUAGE_CHOICES]
          : LANGUAGE_CHOICES
      }
      onChange={(chosen) => {
        if (chosen !== UNKNOWN) onChange(chosen)
      }}
      className="w-full sm:w-96"
    />
  )
}

/** Section with the language of the emails about an endpoint that has no other settings of emails. */
export function EmailsSection(props: {
  kind: OwnedKind
  owned: { id: string; language: Language | null }
  hint: string
}) {
  const { kind, owned, hint } = props
  const change = useAction(useChangeOwned(kind, owned.id), { failed: t('shell.words.notSaved') })
  return (
    <Section title={t('owned.emails.title')}>
      <EmailLanguage language={owned.language} hint={hint} onChange={(language) => change({ language })} />
    </Section>
  )
}
