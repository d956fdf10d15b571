import { Dialog } from '../../controls/overlays/dialog.tsx'
import { t } from '../../language/texts.ts'
import { LanguageChoice } from './language-choice.tsx'

/** The language of the dashboard, for everybody: members of a form do not see the settings of the account. */
export function LanguageDialog(props: { open: boolean; onClose: () => void }) {
  return (
    <Dialog {...props} title={t('shell.language.title')}>
      <LanguageChoice />
    </Dialog>
  )
}
