import { useChangeLanguage, useMe } from '../../api/accounts/me.ts'
import { Select } from '../../controls/fields/select.tsx'
import { chooseLanguage, LANGUAGE_CHOICES } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { useAction } from '../action.ts'

/** Value for the language of the browser, beside the languages. */
const BROWSER = 'browser'

/** Select of the language of the dashboard. It is kept with the person; another one loads the page again. */
export function LanguageChoice() {
  const me = useMe()
  const change = useChangeLanguage()
  const save = useAction(change, {
    failed: t('shell.words.notSaved'),
    onDone: (_, language) => chooseLanguage(language),
  })
  const shown = change.isPending ? change.variables : me.data?.language
  return (
    <Select
      label={t('shell.language.title')}
      hint={t('shell.language.hint')}
      value={shown ?? BROWSER}
      choices={[{ value: BROWSER, label: t('shell.language.browser') }, ...LANGUAGE_CHOICES]}
      onChange={(chosen) => save(chosen === BROWSER ? null : chosen)}
      className="w-full sm:w-96"
    />
  )
}
