import { useState } from 'react'
import { WEB_KIND_NAMES } from '../../../../src/domain/destinations/web-kinds.ts'
import {
  type DestinationKind,
  type Subject,
  useAddDestination,
  useTestDestination,
} from '../../api/destinations/destinations.ts'
import type { AddedDestination } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
import { addressFaultText, describeAddress, faultText } from './address-words.ts'
import { getName } from './destination-words.ts'
import { KindChoice } from './kind-choice.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { TestAgain, TestOutcome } from './test-dialog.tsx'

const KINDS_OF = {
  endpoints: ['email', ...WEB_KIND_NAMES],
  telemetry: WEB_KIND_NAMES,
  queues: ['webhook'],
} as const satisfies Record<Subject['kind'], readonly DestinationKind[]>

/** Adds a destination in two steps: its kind and address, then its secret and a test. */
export function AddDestination(props: {
  subject: Subject
  recipient: string
  onePlace: boolean
  emailsOn: boolean
  onClose: () => void
}) {
  const { subject, onePlace, emailsOn, onClose } = props
  const kinds: readonly DestinationKind[] = KINDS_OF[subject.kind]
  const [kind, setKind] = useState<DestinationKind>(KINDS_OF[subject.kind][0])
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = useAddDestination(subject)
  const { showToast } = useToast()
  if (add.data && add.data.kind !== 'email') {
    return <AddedWeb subject={subject} added={add.data} waits={onePlace && emailsOn} onClose={onClose} />
  }
  const { label, example, help } = describeAddress(kind)
  const forget = () => {
    setFault(null)
    add.reset()
  }
  const submit = () => {
    const given = address.trim()
    const wrong = kind === 'email' ? null : addressFaultText(kind, given)
    setFault(wrong)
    if (wrong !== null) return
    add.mutate(kind === 'email' ? { kind, email: given } : { kind, url: given }, {
      onSuccess(added) {
        if (added.kind !== 'email') return
        showToast({
          title: t('destinations.email.sent', { address: added.to }),
          description: t('destinations.email.sentDetail'),
        })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={t(kinds.length === 1 ? 'destinations.add.webhookTitle' : 'destinations.section.add')}
      form={{ submit, label: t('shell.words.add'), busy: add.isPending, disabled: address.trim() === '' }}
    >
      {kinds.length === 1 ? null : (
        <KindChoice
          kinds={kinds}
          value={kind}
          onChange={(next) => {
            setKind(next)
            forget()
          }}
        />
      )}
      <TextField
        label={label}
        hint={help}
        placeholder={example}
        type={kind === 'email' ? 'email' : 'text'}
        inputMode={kind === 'email' ? 'email' : 'url'}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          forget()
        }}
        error={fault ?? faultText(add.error, onePlace)}
      />
    </Dialog>
  )
}

/** Second step: the signing secret, if it has one, and the test that makes it active. */
function AddedWeb(props: { subject: Subject; added: AddedDestination; waits: boolean; onClose: () => void }) {
  const { subject, added, waits, onClose } = props
  const test = useTestDestination(subject)
  const isReached = test.data?.reached === true
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={
        added.secret === null || isReached
          ? t('destinations.add.added', { kind: getName(added.kind) })
          : t('destinations.secret.copy')
      }
      description={<bdi>{added.to}</bdi>}
      actions={
        <>
          <Button weight={isReached ? 'main' : 'plain'} onClick={onClose}>
            {t('destinations.done')}
          </Button>
          <TestAgain test={test} id={added.id} />
        </>
      }
    >
      {added.secret === null ? null : <SigningSecret secret={added.secret} />}
      {isReached && waits ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-sm text-warn text-pretty">
          {t('destinations.onePlaceOnly')}
        </p>
      ) : null}
      <TestOutcome test={test} />
    </Dialog>
  )
}
