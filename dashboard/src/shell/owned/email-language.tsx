import type { ApiError } from '../../api/client/api-error.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Select } from '../../controls/fields/select.tsx'
import { Section } from '../../controls/section.tsx'
import { useErrorToast } from '../error-toast.ts'

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
  language: Language | null
  hint: string
  change: {
    mutate(change: { language: Language }, options: { onError(error: ApiError): void }): void
  }
}) {
  const { language, hint, change } = props
  const showError = useErrorToast()
  const set = (chosen: Language) =>
    change.mutate(
      { language: chosen },
      { onError: (error) => showError(error, { title: 'Not saved', retry: () => set(chosen) }) },
    )
  return (
    <Section title="Emails">
      <EmailLanguage language={language} hint={hint} onChange={set} />
    </Section>
  )
}
