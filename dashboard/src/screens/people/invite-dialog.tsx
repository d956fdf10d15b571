import { useState } from 'react'
import { type Role, useInvite } from '../../api/accounts/members.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'
import { FormChoice, WHOLE_ACCOUNT } from './form-choice.tsx'
import { DUTIES, listRoles } from './roles.ts'

/** Invites a person by email. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const invite = useInvite()
  const { showToast } = useToast()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [reach, setReach] = useState(WHOLE_ACCOUNT)
  const close = () => {
    invite.reset()
    setEmail('')
    onClose()
  }
  const submit = () =>
    invite.mutate(
      { email: email.trim(), role, form_id: reach === WHOLE_ACCOUNT ? null : reach },
      {
        onSuccess(member) {
          showToast({ title: t('people.invite.done', { email: member.email }) })
          close()
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('people.invite.title')}
      description={t('people.invite.text')}
      form={{
        submit,
        label: t('people.invite.action'),
        busy: invite.isPending,
        disabled: email.trim() === '',
      }}
    >
      <TextField
        label={t('shell.words.emailAddress')}
        type="email"
        dir="ltr"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        autoComplete="off"
        error={errorText(invite.error)}
      />
      <Select
        label={t('people.role')}
        showLabel
        value={role}
        choices={listRoles()}
        onChange={setRole}
        hint={t(DUTIES[role])}
      />
      <FormChoice value={reach} onChange={setReach} />
    </Dialog>
  )
}
