import { useState } from 'react'
import { type Assignee, nameAssignee, useAssignees } from '../../../api/submissions/assignees.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { type Option, OptionSearch } from '../../../controls/option-search.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { t } from '../../../language/texts.ts'
import { errorText } from '../../../shell/error-words.ts'
import type { Inbox } from '../use-inbox.ts'
import type { ReversibleAction } from './bulk-action.ts'

/** Assigns the selected or open submissions to one person, or to nobody. */
export function AssignDialog({ inbox }: { inbox: Inbox }) {
  const { data: assignees = [], isPending, error } = useAssignees()
  const [text, setText] = useState('')
  // Those that it was opened for, whatever the list does meanwhile.
  const [those] = useState(() => inbox.targets())
  const typed = text.trim().toLowerCase()
  const forms = inbox.isEverything ? [inbox.filter.endpoint] : those.map(({ endpoint_id: form }) => form)

  function perform(action: ReversibleAction) {
    inbox.closeDialog()
    inbox.perform(action, inbox.isEverything ? undefined : those)
  }

  const options: Option[] = [
    ...assignees
      .filter((one) => one.email.toLowerCase().includes(typed) && reachesAll(one, forms))
      .map((one) => ({
        id: one.id,
        label: nameAssignee(one),
        icon: 'account' as const,
        chosen: isAssignedTo(those, one.id),
        onChoose: () => perform({ name: 'assign', assignee: { id: one.id, email: one.email } }),
      })),
    ...(typed === '' && (inbox.isEverything || those.some(({ assignee }) => assignee !== null))
      ? [
          {
            id: 'nobody',
            label: t('inbox.assign.nobody'),
            icon: 'close' as const,
            onChoose: () => perform('unassign'),
          },
        ]
      : []),
  ]
  const note = isPending ? t('shell.words.loading') : options.length === 0 ? t('inbox.assign.noOne') : null
  return (
    <Dialog
      open
      onClose={inbox.closeDialog}
      title={those.length > 1 ? t('inbox.assign.title', { count: those.length }) : t('inbox.actions.assign')}
    >
      <OptionSearch
        label={t('inbox.assign.find')}
        placeholder={t('inbox.assign.placeholder')}
        text={text}
        onText={setText}
        options={options}
        note={errorText(error) ?? note}
        className="-mx-5 -mt-3 -mb-5 max-h-80"
      />
    </Dialog>
  )
}

function reachesAll({ form_id: only }: Assignee, forms: readonly (string | undefined)[]): boolean {
  return only === null || forms.every((form) => form === only)
}

function isAssignedTo(submissions: readonly Submission[], id: string): boolean {
  return submissions.length > 0 && submissions.every(({ assignee }) => assignee?.id === id)
}
