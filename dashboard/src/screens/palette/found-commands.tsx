import { useNavigate } from '@tanstack/react-router'
import { type Found, MAX_FOUND } from '../../api/endpoints/find-all.ts'
import { Marked } from '../../controls/marked.tsx'
import { t } from '../../language/texts.ts'
import { KINDS, linkTo, OWNED_KINDS } from '../../shell/owned/kinds.ts'
import { folderLabel } from '../inbox/filters/inbox-query.ts'
import { findSender, toFoundPreview, toPreview } from '../inbox/list/summary.ts'
import { toUnnamed } from '../inbox/list/unnamed.ts'
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
  const allResults: Command = {
    id: 'all',
    group: 'submissions',
    icon: 'search',
    label: t('palette.allResults'),
    search: q,
    kind: 'found',
    run: () => navigate({ to: '/inbox', search: { q, folder: 'all' } }),
  }
  return [
    ...OWNED_KINDS.flatMap((kind) =>
      found[kind].map(({ id, name }): Command => {
        return {
          id,
          group: kind,
          icon: KINDS[kind].icon,
          label: mark(name ?? id),
          search: `${name ?? ''} ${id}`,
          kind: 'found',
          ...(name === null ? {} : { detail: id }),
          run: () => navigate(linkTo(kind, id)),
        }
      }),
    ),
    ...found.submissions.map((submission): Command => {
      const { id, fields, folder, endpoint_name, endpoint_id } = submission
      const search = folder === 'inbox' ? {} : { folder }
      return {
        id,
        group: 'submissions',
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
