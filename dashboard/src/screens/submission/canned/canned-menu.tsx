import { useState } from 'react'
import { useAccess } from '../../../api/accounts/access.ts'
import { useCannedAnswers } from '../../../api/submissions/canned-answers.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { Button } from '../../../controls/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../controls/overlays/menu.tsx'
import { t } from '../../../language/texts.ts'
import { errorText } from '../../../shell/error-words.ts'
import { CannedDialog } from './canned-dialog.tsx'
import { fillBraces } from './fill-braces.ts'

/** A menu of the canned answers, and the way to change them. `onChoose` gets the text with the fields filled in. */
export function CannedMenu(props: {
  label: string
  submission: Submission
  onChoose: (text: string) => void
}) {
  const { label, submission, onChoose } = props
  const [editing, setEditing] = useState(false)
  const { may } = useAccess()
  if (!may('editor', 'account')) return null
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="small" weight="quiet" icon="list">
            {label}
          </Button>
        }
      >
        <Choices onChoose={(text) => onChoose(fillBraces(text, submission))} />
        {may('owner') ? (
          <>
            <MenuLine />
            <MenuItem icon="settings" onSelect={() => setEditing(true)}>
              {t('submission.canned.editAll')}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {editing ? <CannedDialog onClose={() => setEditing(false)} /> : null}
    </>
  )
}

/** Loaded when the menu opens. */
function Choices({ onChoose }: { onChoose: (text: string) => void }) {
  const { data: answers, error } = useCannedAnswers()
  if (answers === undefined || answers.length === 0) {
    return (
      <p className="px-2.5 py-2 text-sm text-muted text-pretty">
        {answers ? t('submission.canned.noneInMenu') : (errorText(error) ?? t('submission.canned.loading'))}
      </p>
    )
  }
  return answers.map(({ name, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list is short.
    <MenuItem key={place} icon="chat" onSelect={() => onChoose(text)}>
      {name}
    </MenuItem>
  ))
}
