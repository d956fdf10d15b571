import { type OwnedKind, useChangeOwned } from '../../api/endpoints/owned.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Select } from '../../controls/fields/select.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../action.ts'

type Language = NonNullable<Endpoint['language']>

const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'pt', label: 'Português' },
  { value: 'ja', label: '日本語' },
  { value: 'zh', label: '中文' },
  { value: 'ar', label: 'العربية' },
]
/** Shown until a language is known; without it, English could not be chosen. */
const UNKNOWN = { value: 'unknown', label: 'English (default)' } as const

/** Select of the language of emails. */
export function EmailLanguage(props: {
  language: Language | null
  hint: string
  onChange: (language: Language) => void
}) {
  const { language, hint, onChange } = props
  return (
    <Select
      label="Language"
      showLabel
      hint={hint}
      value={language ?? UNKNOWN.value}
      choices={language === null ? [UNKNOWN, ...LANGUAGES] : LANGUAGES}
      onChange={(chosen) => {
        if (chosen !== UNKNOWN.value) onChange(chosen)
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
  const change = useAction(useChangeOwned(kind, owned.id), { failed: 'Not saved' })
  return (
    <Section title="Emails">
      <EmailLanguage language={owned.language} hint={hint} onChange={(language) => change({ language })} />
    </Section>
  )
}
