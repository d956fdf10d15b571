import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiError, errorText } from '../../api/client/api-error.ts'
import { useChangeEndpoint, useEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint, SettingsRequest } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { TextArea, TextField } from '../../controls/fields/text-field.tsx'
import { ConfirmDialog } from '../../controls/overlays/confirm-dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { MAX_NAME_LENGTH } from '../../shell/name-length.ts'
import { DestinationsSection } from './destinations-section.tsx'
import { QueueSection } from './queue-section.tsx'

/** As it stands in the fields; origins one on a line. */
type Draft = { name: string; redirect: string; origins: string; honeypot: string }

/** What the owner may set. */
export function SettingsView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {endpoint.state === 'retired' ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-warn">
          This endpoint is retired: it takes no submissions, whatever is set here.
        </p>
      ) : null}
      <SettingsForm endpoint={endpoint} />
      <DestinationsSection endpoint={endpoint} />
      {endpoint.state === 'retired' ? null : <QueueSection endpoint={endpoint} />}
    </div>
  )
}

function SettingsForm({ endpoint }: { endpoint: Endpoint }) {
  // The version that the draft began with: what somebody else saves meanwhile is not overwritten unseen.
  const [from, setFrom] = useState(endpoint)
  const [draft, setDraft] = useState(() => draftOf(endpoint))
  const change = useChangeEndpoint(endpoint.id)
  const { refetch } = useEndpoint(endpoint.id)
  const { say } = useToast()
  const changes = changesOf(draft, from)
  const dirty = Object.keys(changes).length > 0
  const leaving = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  const error: ApiError | null = change.error
  const faultOf = (field: string) => (error?.field?.startsWith(field) ? errorText(error) : null)
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = () =>
    change.mutate(
      { ...changes, version: from.version },
      {
        onSuccess(saved) {
          setFrom(saved)
          setDraft(draftOf(saved))
          say({ title: 'Saved' })
        },
        async onError({ code }) {
          if (code !== 'version_conflict') return
          const { data } = await refetch()
          if (data) setFrom(data)
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Section title="Settings">
        <TextField
          label="Name"
          hint="For you: it stands in the dashboard and in the subject of its emails."
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          error={faultOf('name')}
        />
        <TextField
          label="Page after a submission"
          hint="Where the browser goes when a form without script was sent. Empty: a page of this service that says thanks."
          type="url"
          inputMode="url"
          placeholder="https://acme.org/thanks"
          value={draft.redirect}
          onChange={(event) => set({ redirect: event.target.value })}
          error={faultOf('redirect_url')}
        />
        <TextArea
          label="Sites that may submit"
          hint="One origin on a line, such as https://acme.org. Empty: any site. Programs that name no site are taken all the same."
          value={draft.origins}
          onChange={(event) => set({ origins: event.target.value })}
          spellCheck={false}
          error={faultOf('allowed_origins')}
        />
        <TextField
          label="Honeypot field"
          hint="A field of your form that people leave empty; whoever fills it is a bot. “_gotcha” always is one."
          value={draft.honeypot}
          onChange={(event) => set({ honeypot: event.target.value })}
          autoComplete="off"
          spellCheck={false}
          error={faultOf('honeypot')}
        />
        <Refused error={error} shownAtField={['name', 'redirect_url', 'allowed_origins', 'honeypot']} />
        <div className="flex items-center gap-2">
          <Button type="submit" weight="main" busy={change.isPending} disabled={!dirty}>
            Save
          </Button>
          {dirty ? (
            <Button
              weight="quiet"
              onClick={() => {
                change.reset()
                setDraft(draftOf(from))
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
        deed="Leave"
      >
        What you changed here would be lost.
      </ConfirmDialog>
    </form>
  )
}

function Refused({ error, shownAtField }: { error: ApiError | null; shownAtField: readonly string[] }) {
  const atField = shownAtField.some((field) => error?.field?.startsWith(field))
  const words =
    error?.code === 'version_conflict'
      ? 'These settings were changed elsewhere meanwhile. What you typed is still here: look at it and save again.'
      : errorText(error)
  return (
    <p role="alert" className="text-sm text-danger empty:hidden">
      {error === null || atField ? null : words}
    </p>
  )
}

function draftOf({ name, settings }: Endpoint): Draft {
  return {
    name: name ?? '',
    redirect: settings.redirect_url ?? '',
    origins: settings.allowed_origins.join('\n'),
    honeypot: settings.honeypot ?? '',
  }
}

/** Only what differs, so that a change elsewhere of something else stays. */
function changesOf(draft: Draft, from: Endpoint): SettingsRequest {
  const before = draftOf(from)
  const origins = draft.origins.split(/\s+/).filter((origin) => origin !== '')
  return {
    ...(draft.name.trim() === before.name ? {} : { name: orNull(draft.name) }),
    ...(draft.redirect.trim() === before.redirect ? {} : { redirect_url: orNull(draft.redirect) }),
    ...(origins.join('\n') === before.origins ? {} : { allowed_origins: origins }),
    ...(draft.honeypot.trim() === before.honeypot ? {} : { honeypot: orNull(draft.honeypot) }),
  }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
