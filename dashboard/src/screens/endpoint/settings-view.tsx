import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { useChangeEndpoint, useEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint, SettingsRequest } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { TextArea, TextField } from '../../controls/fields/text-field.tsx'
import { ConfirmDialog } from '../../controls/overlays/confirm-dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { errorText } from '../../shell/error-words.ts'
import { MAX_NAME_LENGTH } from '../../shell/name-length.ts'
import { DangerView } from './danger-view.tsx'
import { DestinationsSection } from './destinations-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { type Draft, type Faults, findFaults, readOrigins } from './settings-faults.ts'

/** Names in the API of the settings that show their own errors. */
const FIELDS = ['name', 'redirect_url', 'error_url', 'allowed_origins', 'honeypot']

/** Settings of an endpoint. */
export function SettingsView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {endpoint.state === 'retired' ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-warn">
          This form is retired and doesn't accept submissions. These settings have no effect.
        </p>
      ) : null}
      <SettingsForm endpoint={endpoint} />
      <DestinationsSection endpoint={endpoint} />
      {endpoint.state === 'retired' ? null : <QueueSection endpoint={endpoint} />}
      <DangerView endpoint={endpoint} />
    </div>
  )
}

function SettingsForm({ endpoint }: { endpoint: Endpoint }) {
  // Version that the draft started from, to detect concurrent changes.
  const [from, setFrom] = useState(endpoint)
  const [draft, setDraft] = useState(() => toDraft(endpoint))
  const [faults, setFaults] = useState<Faults>({})
  const change = useChangeEndpoint(endpoint.id)
  const { refetch } = useEndpoint(endpoint.id)
  const { showToast } = useToast()
  const changes = listChanges(draft, from)
  const dirty = Object.keys(changes).length > 0
  const leaving = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  const error: ApiError | null = change.error
  const findFault = (field: string) => (error?.field?.startsWith(field) ? errorText(error) : null)
  const set = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setFaults((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])),
    }))
  }
  const save = () => {
    const found = findFaults(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { ...changes, version: from.version },
      {
        onSuccess(saved) {
          setFrom(saved)
          setDraft(toDraft(saved))
          showToast({ title: 'Saved' })
        },
        async onError({ code }) {
          if (code !== 'version_conflict') return
          const { data } = await refetch()
          if (!data) return
          setFrom(data)
          setDraft((mine) => rebase(mine, { before: from, after: data }))
        },
      },
    )
  }
  return (
    <form
      // The browser would show one fault at a time.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Section title="General">
        <TextField
          label="Name"
          hint="Shown in the dashboard and in email subjects."
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          error={findFault('name')}
        />
        <TextField
          label="Redirect after submit"
          hint="Leave empty to use our thank-you page."
          type="url"
          inputMode="url"
          placeholder="https://acme.org/thanks"
          value={draft.redirect}
          onChange={(event) => set({ redirect: event.target.value })}
          error={faults.redirect ?? findFault('redirect_url')}
        />
        <TextField
          label="Redirect after an error"
          hint="Receives ?error=code&field=name. Leave empty to show our error page."
          type="url"
          inputMode="url"
          placeholder="https://acme.org/sorry"
          value={draft.onError}
          onChange={(event) => set({ onError: event.target.value })}
          error={faults.onError ?? findFault('error_url')}
        />
        <TextArea
          label="Allowed sites"
          hint="One per line, such as https://acme.org. Leave empty to allow all. Requests without an origin (curl, servers) are always accepted."
          value={draft.origins}
          onChange={(event) => set({ origins: event.target.value })}
          spellCheck={false}
          error={faults.origins ?? findFault('allowed_origins')}
        />
        <TextField
          label="Honeypot field"
          hint="Name of a hidden field that only bots fill in. _gotcha always works."
          value={draft.honeypot}
          onChange={(event) => set({ honeypot: event.target.value })}
          autoComplete="off"
          spellCheck={false}
          error={faults.honeypot ?? findFault('honeypot')}
        />
        <Refused error={error} shownAtField={FIELDS} />
        <div className="flex items-center gap-2">
          <Button type="submit" weight="main" busy={change.isPending} disabled={!dirty}>
            Save
          </Button>
          {dirty ? (
            <Button
              weight="quiet"
              onClick={() => {
                change.reset()
                setFaults({})
                setDraft(toDraft(from))
              }}
            >
              Discard
            </Button>
          ) : null}
        </div>
      </Section>
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
        title="Leave without saving?"
        action="Leave"
      >
        Your changes will be lost.
      </ConfirmDialog>
    </form>
  )
}

function Refused({ error, shownAtField }: { error: ApiError | null; shownAtField: readonly string[] }) {
  const atField = shownAtField.some((field) => error?.field?.startsWith(field))
  const words =
    error?.code === 'version_conflict'
      ? 'Someone else changed these settings. Review your edits and save again.'
      : errorText(error)
  return (
    <p role="alert" className="text-sm text-danger empty:hidden">
      {error === null || atField ? null : words}
    </p>
  )
}

function toDraft({ name, settings }: Endpoint): Draft {
  return {
    name: name ?? '',
    redirect: settings.redirect_url ?? '',
    onError: settings.error_url ?? '',
    origins: settings.allowed_origins.join('\n'),
    honeypot: settings.honeypot ?? '',
  }
}

/** Returns the draft with what others have changed meanwhile in fields that the owner has not edited. */
function rebase(draft: Draft, { before, after }: { before: Endpoint; after: Endpoint }): Draft {
  const old = toDraft(before)
  const now = toDraft(after)
  const pick = (field: keyof Draft) => (draft[field] === old[field] ? now[field] : draft[field])
  return {
    name: pick('name'),
    redirect: pick('redirect'),
    onError: pick('onError'),
    origins: pick('origins'),
    honeypot: pick('honeypot'),
  }
}

/** Returns only changed fields, so that concurrent changes of other fields survive. */
function listChanges(draft: Draft, from: Endpoint): SettingsRequest {
  const before = toDraft(from)
  const origins = readOrigins(draft.origins)
  return {
    ...(draft.name.trim() === before.name ? {} : { name: orNull(draft.name) }),
    ...(draft.redirect.trim() === before.redirect ? {} : { redirect_url: orNull(draft.redirect) }),
    ...(draft.onError.trim() === before.onError ? {} : { error_url: orNull(draft.onError) }),
    ...(origins.join('\n') === before.origins ? {} : { allowed_origins: origins }),
    ...(draft.honeypot.trim() === before.honeypot ? {} : { honeypot: orNull(draft.honeypot) }),
  }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
