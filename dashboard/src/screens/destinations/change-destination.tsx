import { useState } from 'react'
import {
  type EventType,
  type Subject,
  useChangeDestination,
  type WebDestination,
} from '../../api/destinations/destinations.ts'
import { Checkbox } from '../../controls/fields/checkbox.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
import { addressFaultText, describeAddress, faultText } from './address-words.ts'
import { EVENTS, EVENTS_OF, getName } from './destination-words.ts'

/**
 * Changes the address and the events of a destination.
 *
 * @param props.onMoved called after a new address, which has to be tested
 */
export function ChangeDestination(props: {
  subject: Subject
  destination: WebDestination
  onClose: () => void
  onMoved: () => void
}) {
  const { subject, destination, onClose, onMoved } = props
  const { kind, url } = destination
  const [address, setAddress] = useState(url ?? '')
  const [events, setEvents] = useState<readonly EventType[]>(destination.events ?? [])
  const [fault, setFault] = useState<string | null>(null)
  const change = useChangeDestination(subject, destination.id)
  const { showToast } = useToast()
  const { label, example, help } = describeAddress(kind)
  const offered: readonly EventType[] = EVENTS_OF[subject.kind]
  const given = address.trim()
  const isMoved = given !== (url ?? '')
  const submit = () => {
    const wrong = isMoved ? addressFaultText(kind, given) : null
    setFault(wrong)
    if (wrong !== null) return
    change.mutate(
      { ...(isMoved ? { url: given } : {}), ...(offered.length === 0 ? {} : { events: [...events] }) },
      {
        onSuccess() {
          showToast({ title: t('shell.words.saved') })
          if (isMoved) onMoved()
          else onClose()
        },
      },
    )
  }
  const hasNone = offered.length > 0 && events.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={t(
        offered.length === 0 ? 'destinations.change.address' : 'destinations.change.addressAndEvents',
        {
          kind: getName(kind),
        },
      )}
      form={{
        submit,
        label: t('shell.words.save'),
        busy: change.isPending,
        disabled: hasNone || given === '',
      }}
    >
      <TextField
        label={label}
        hint={isMoved ? t('destinations.change.moved') : help}
        placeholder={example}
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          setFault(null)
          change.reset()
        }}
        error={fault ?? faultText(change.error, false)}
      />
      {offered.length === 0 ? null : (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{t('destinations.change.gets')}</legend>
          {offered.map((event) => (
            <Checkbox
              key={event}
              label={t(EVENTS[event].label)}
              checked={events.includes(event)}
              onChange={(on) => setEvents(on ? [...events, event] : events.filter((one) => one !== event))}
            />
          ))}
          <p role="alert" className="text-sm text-danger empty:hidden">
            {hasNone ? t('destinations.change.chooseOne') : null}
          </p>
        </fieldset>
      )}
    </Dialog>
  )
}
