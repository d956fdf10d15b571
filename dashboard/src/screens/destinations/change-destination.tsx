import { useState } from 'react'
import { findAddressFault, WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
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
import { EVENTS, EVENTS_OF, faultText, getName } from './destination-words.ts'

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
  const { addressLabel, example, help } = WEB_KINDS[kind]
  const offered: readonly EventType[] = EVENTS_OF[subject.kind]
  const given = address.trim()
  const isMoved = given !== (url ?? '')
  const submit = () => {
    const wrong = isMoved ? findAddressFault(kind, given) : null
    setFault(wrong)
    if (wrong !== null) return
    change.mutate(
      { ...(isMoved ? { url: given } : {}), ...(offered.length === 0 ? {} : { events: [...events] }) },
      {
        onSuccess() {
          showToast({ title: 'Saved' })
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
      title={offered.length === 0 ? `${getName(kind)}: address` : `${getName(kind)}: address and events`}
      form={{ submit, label: 'Save', busy: change.isPending, disabled: hasNone || given === '' }}
    >
      <TextField
        label={addressLabel}
        hint={isMoved ? 'A new address gets nothing until a test has reached it.' : help}
        placeholder={example}
        inputMode="url"
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
          <legend className="mb-1.5 text-sm font-semibold">It gets</legend>
          {offered.map((event) => (
            <Checkbox
              key={event}
              label={EVENTS[event].label}
              checked={events.includes(event)}
              onChange={(on) => setEvents(on ? [...events, event] : events.filter((one) => one !== event))}
            />
          ))}
          <p role="alert" className="text-sm text-danger empty:hidden">
            {hasNone ? 'Choose at least one, or disable the destination instead.' : null}
          </p>
        </fieldset>
      )}
    </Dialog>
  )
}
