import { useState } from 'react'
import { findAddressFault, WEB_KIND_NAMES, WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
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
import { faultText, getName } from './destination-words.ts'
import { KindChoice } from './kind-choice.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { TestAgain, TestOutcome } from './test-dialog.tsx'

const KINDS_OF = {
  endpoints: ['email', ...WEB_KIND_NAMES],
  telemetry: WEB_KIND_NAMES,
  queues: ['webhook'],
} as const satisfies Record<Subject['kind'], readonly DestinationKind[]>

const EMAIL = {
  addressLabel: 'Email address',
  example: 'colleague@acme.org',
  help: 'It gets an email first, and submissions once it has confirmed by the link in it.',
} as const

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
  const { addressLabel, example, help } = kind === 'email' ? EMAIL : WEB_KINDS[kind]
  const forget = () => {
    setFault(null)
    add.reset()
  }
  const submit = () => {
    const given = address.trim()
    const wrong = kind === 'email' ? null : findAddressFault(kind, given)
    setFault(wrong)
    if (wrong !== null) return
    add.mutate(kind === 'email' ? { kind, email: given } : { kind, url: given }, {
      onSuccess(added) {
        if (added.kind !== 'email') return
        showToast({
          title: `Confirmation email sent to ${added.to}`,
          description: 'Submissions are emailed there after it confirms.',
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
      title={kinds.length === 1 ? `Add a ${getName(kind).toLowerCase()}` : 'Add a destination'}
      form={{ submit, label: 'Add', busy: add.isPending, disabled: address.trim() === '' }}
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
        label={addressLabel}
        hint={help}
        placeholder={example}
        type={kind === 'email' ? 'email' : 'text'}
        inputMode={kind === 'email' ? 'email' : 'url'}
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
      title={added.secret === null || isReached ? `${getName(added.kind)} added` : 'Copy the signing secret'}
      description={added.to}
      actions={
        <>
          <Button weight={isReached ? 'main' : 'plain'} onClick={onClose}>
            Done
          </Button>
          <TestAgain test={test} id={added.id} />
        </>
      }
    >
      {added.secret === null ? null : <SigningSecret secret={added.secret} />}
      {isReached && waits ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-sm text-warn text-pretty">
          Your plan delivers to one place at a time. Turn your emails off to deliver here instead.
        </p>
      ) : null}
      <TestOutcome test={test} />
    </Dialog>
  )
}
