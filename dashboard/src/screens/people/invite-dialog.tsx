import { useState } from 'react'
import { type Role, useInvite } from '../../api/accounts/members.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { errorText } from '../../shell/error-words.ts'
import { FormChoice, WHOLE_ACCOUNT } from './form-choice.tsx'
import { ROLES } from './roles.ts'

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
          showToast({ title: `Invited ${member.email}` })
          close()
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Invite a person"
      description="They get one email, and see nothing until they accept."
      form={{ submit, label: 'Invite', busy: invite.isPending, disabled: email.trim() === '' }}
    >
      <TextField
        label="Email address"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        autoComplete="off"
        error={errorText(invite.error)}
      />
      <Select
        label="Role"
        showLabel
        value={role}
        choices={ROLES}
        onChange={setRole}
        hint={ROLES.find(({ value }) => value === role)?.does ?? ''}
      />
      <FormChoice value={reach} onChange={setReach} />
    </Dialog>
  )
}
