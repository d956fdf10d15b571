import { type OverseenOwner, useDeleteOwner } from '../../api/accounts/operator.ts'
import { Button } from '../../controls/button.tsx'
import { t } from '../../language/texts.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { useSaveOwner } from './save-owner.ts'

/** Asks for the address of an owner before their account is deleted, and recommends an export first. */
export function OwnerDeletion({ owner, onClose }: { owner: OverseenOwner | null; onClose: () => void }) {
  const deletion = useDeleteOwner()
  const save = useSaveOwner()
  const { email = '', endpoints = 0, submissions = 0 } = owner ?? {}
  return (
    <ConfirmedAction
      open={owner !== null}
      onClose={onClose}
      title={t('operator.deletion.title')}
      action={t('operator.deletion.action')}
      typed={email}
      option={
        <div className="flex flex-col items-start gap-3 rounded-md bg-sunken px-4 py-3 text-sm">
          <p className="text-pretty">{t('operator.deletion.exportFirst')}</p>
          <Button size="small" icon="download" onClick={() => save(email)}>
            {t('operator.owners.export')}
          </Button>
        </div>
      }
      mutation={deletion}
      given={{ email }}
      done={() => t('operator.deletion.done')}
    >
      {t('operator.deletion.text', {
        email,
        endpoints: t('operator.amounts.endpoints', { count: endpoints }),
        submissions: t('operator.amounts.submissions', { count: submissions }),
      })}
    </ConfirmedAction>
  )
}
