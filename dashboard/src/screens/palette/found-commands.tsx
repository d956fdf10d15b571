import { useNavigate } from '@tanstack/react-router'
import { type Found, MAX_FOUND } from '../../api/endpoints/find-all.ts'
import { Marked } from '../../controls/marked.tsx'
import { folderLabel } from '../inbox/filters/inbox-query.ts'
import { findSender, toFoundPreview, toPreview, toUnnamed } from '../inbox/list/summary.ts'
import type { Command } from './command.tsx'

/** Returns commands that open the endpoints and submissions that the service found. */
export function useFound(
  found: Found | undefined,
  query: { q: string; words: readonly string[] },
): Command[] {
  const { q, words } = query
  const navigate = useNavigate()
  if (!found) return []
  const mark = (text: string) => <Marked text={text} words={words} />
  const owned = (one: { id: string; name: string | null }) => ({
    id: one.id,
    label: mark(one.name ?? one.id),
    search: `${one.name ?? ''} ${one.id}`,
    kind: 'found' as const,
    ...(one.name === null ? {} : { detail: one.id }),
  })
  const allResults: Command = {
    id: 'all results',
    group: 'Submissions',
    icon: 'search',
    label: 'Show all results in the inbox',
    search: q,
    kind: 'found',
    run: () => navigate({ to: '/inbox', search: { q, folder: 'all' } }),
  }
  return [
    ...found.forms.map((one): Command => {
      const run = () => navigate({ to: '/forms/$endpointId', params: { endpointId: one.id } })
      return { ...owned(one), group: 'Forms', icon: 'endpoints', run }
    }),
    ...found.telemetry.map((one): Command => {
      const run = () => navigate({ to: '/telemetry/$telemetryId', params: { telemetryId: one.id } })
      return { ...owned(one), group: 'Telemetry', icon: 'telemetry', run }
    }),
    ...found.queues.map((one): Command => {
      const run = () => navigate({ to: '/queues/$queueId', params: { queueId: one.id } })
      return { ...owned(one), group: 'Queues', icon: 'queue', run }
    }),
    ...found.submissions.map((submission): Command => {
      const { id, fields, folder, endpoint_name, endpoint_id } = submission
      const search = folder === 'inbox' ? {} : { folder }
      return {
        id,
        group: 'Submissions',
        icon: 'mail',
        label: mark(findSender(fields) ?? toUnnamed(submission)),
        detail: mark(
          `${folderLabel(folder)} · ${endpoint_name ?? endpoint_id} · ${toFoundPreview(fields, words)}`,
        ),
        search: toPreview(fields),
        kind: 'found',
        run: () => navigate({ to: '/inbox/$submissionId', params: { submissionId: id }, search }),
      }
    }),
    ...(found.submissions.length < MAX_FOUND ? [] : [allResults]),
  ]
}
