import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { Telemetry } from '../../api/telemetry.ts'
import { type ReadKey, useMakeReadKey, useReadKeys, useRevokeReadKey } from '../../api/telemetry-keys.ts'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useToast } from '../../controls/toast.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { ConfirmedDeed } from '../../shell/confirmed-deed.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ShownKey } from './shown-key.tsx'

const MAX_NAME_LENGTH = 100

/** The keys with which programs read the events of this endpoint, and of no other. */
export function KeysView({ telemetry }: { telemetry: Telemetry }) {
  const query = useReadKeys(telemetry.id)
  const [making, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ReadKey | null>(null)
  useShortcuts([{ keys: 'n', does: 'New read key', group: 'Telemetry', run: () => setMaking(true) }])
  return (
    <div className="max-w-3xl">
      <Section
        title="Read keys"
        description="A program that has one reads the events of this endpoint, and nothing else. Sending takes no key."
      >
        <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading the keys" />}>
          {(keys) =>
            keys.length === 0 ? (
              <p className="text-muted">No program can read the events now.</p>
            ) : (
              <ul className="divide-y rounded-md border">
                {keys.map((key) => (
                  <KeyRow key={key.id} readKey={key} onRevoke={() => setRevoked(key)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <Button icon="plus" className="self-start" onClick={() => setMaking(true)}>
          New read key
        </Button>
      </Section>
      <NewReadKey telemetry={telemetry} open={making} onClose={() => setMaking(false)} />
      <Revoke telemetryId={telemetry.id} readKey={revoked} onClose={() => setRevoked(null)} />
    </div>
  )
}

function KeyRow({ readKey, onRevoke }: { readKey: ReadKey; onRevoke: () => void }) {
  const { name, hint, created_at, last_used_at } = readKey
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-muted">
          <code>{hint}</code> · made <RelativeTime at={created_at} /> ·{' '}
          {last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={last_used_at} />
            </>
          )}
        </p>
      </div>
      <Button size="small" weight="danger-plain" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  )
}

/** Makes a key, then shows it: the only time that anybody sees it. */
function NewReadKey(props: { telemetry: Telemetry; open: boolean; onClose: () => void }) {
  const { telemetry, open, onClose } = props
  const make = useMakeReadKey(telemetry.id)
  const [name, setName] = useState('')
  const close = () => {
    setName('')
    make.reset()
    onClose()
  }
  if (make.data) {
    const { name, key } = make.data
    const shown = { open, onClose: close, name, readKey: key, telemetryUrl: telemetry.telemetry_url }
    return <ShownKey {...shown} title="Copy the key now" />
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="New read key"
      description="Name it for the program that will use it, so that you know which one to revoke."
      form={() => make.mutate({ name: name.trim() })}
      deeds={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" weight="main" busy={make.isPending} disabled={name.trim() === ''}>
            Make the key
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        placeholder="Dashboard on the wall"
        autoComplete="off"
        error={errorText(make.error)}
      />
    </Dialog>
  )
}

function Revoke(props: { telemetryId: string; readKey: ReadKey | null; onClose: () => void }) {
  const { telemetryId, readKey, onClose } = props
  const { say } = useToast()
  return (
    <ConfirmedDeed
      open={readKey !== null}
      onClose={onClose}
      title={`Revoke “${readKey?.name ?? ''}”?`}
      deed="Revoke"
      mutation={useRevokeReadKey(telemetryId)}
      given={readKey?.id ?? ''}
      onDone={() => say({ title: 'The key is revoked' })}
    >
      Programs that use it are refused from now on. This cannot be taken back.
    </ConfirmedDeed>
  )
}
