import { useState } from 'react'
import type { Device } from '../../api/schema.ts'
import { Switch } from '../../controls/fields/switch.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { getOwnTimeZone } from '../../controls/time-words.ts'
import { t } from '../../language/texts.ts'
import { useSaveDevice } from './save-device.ts'

const DEFAULT = { from: '22:00', to: '07:00' }

/** Sets the times between which notifications wait. */
export function QuietHours({ device }: { device: Device }) {
  const { save, shown } = useSaveDevice(device)
  const quiet = shown.quiet_hours
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('notifications.quiet.title')}
        hint={t('notifications.quiet.hint')}
        checked={quiet !== null}
        onChange={(on) => save({ quiet_hours: on ? { ...DEFAULT, time_zone: getOwnTimeZone() } : null })}
      />
      {quiet === null ? null : <Times key={`${quiet.from} ${quiet.to}`} quiet={quiet} onSave={save} />}
    </div>
  )
}

type Quiet = NonNullable<Device['quiet_hours']>

function Times({ quiet, onSave }: { quiet: Quiet; onSave: (change: { quiet_hours: Quiet }) => void }) {
  const [times, setTimes] = useState({ from: quiet.from, to: quiet.to })
  const error = times.from === times.to ? t('notifications.quiet.sameTimes') : null
  const leave = () => {
    const isChanged = times.from !== quiet.from || times.to !== quiet.to
    if (isChanged && error === null && times.from !== '' && times.to !== '') {
      onSave({ quiet_hours: { ...times, time_zone: quiet.time_zone } })
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-4 sm:max-w-96">
        <TextField
          label={t('notifications.quiet.from')}
          type="time"
          value={times.from}
          onChange={({ target }) => setTimes({ ...times, from: target.value })}
          onBlur={leave}
        />
        <TextField
          label={t('notifications.quiet.until')}
          type="time"
          value={times.to}
          error={error}
          onChange={({ target }) => setTimes({ ...times, to: target.value })}
          onBlur={leave}
        />
      </div>
      <p className="text-sm text-muted">
        {t('notifications.quiet.timeZone', { zone: quiet.time_zone.replaceAll('_', ' ') })}
      </p>
    </div>
  )
}
