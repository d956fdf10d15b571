import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { joinPages } from '../../../api/client/page.ts'
import { useOwnedList, useTestOwned } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Button, buttonClass } from '../../../controls/button.tsx'
import { EmptyState } from '../../../controls/feedback/states.tsx'
import { rich, t } from '../../../language/texts.ts'
import { useErrorToast } from '../../../shell/error-toast.ts'
import { FirstEndpoint, NewEndpoint } from '../../endpoints/new-endpoint.tsx'
import { WaysToSubmit } from '../../snippets/ways-to-submit.tsx'
import { withoutFilters } from '../filters/filter-panel.tsx'
import { folderLabel, isNarrowed, type ShownFolder } from '../filters/inbox-query.ts'
import { TRASH_DAYS } from '../trash.ts'
import { RowSkeletons } from './row-skeletons.tsx'

/** Empty state of a folder. */
export function EmptyFolder({ folder, search }: { folder: ShownFolder; search: SubmissionFilter }) {
  if (isNarrowed(search)) return <NothingFits folder={folder} search={search} />
  switch (folder) {
    case 'all':
      return (
        <EmptyState icon="inbox" title={t('inbox.empty.all.title')}>
          {t('inbox.empty.all.text')}
        </EmptyState>
      )
    case 'inbox':
      return <EmptyInbox endpoint={search.endpoint} />
    case 'spam':
      return (
        <EmptyState icon="spam" title={t('inbox.empty.spam.title')}>
          {t('inbox.empty.spam.text')}
        </EmptyState>
      )
    case 'archive':
      return (
        <EmptyState icon="archive" title={t('inbox.empty.archive.title')}>
          {t('inbox.empty.archive.text')}
        </EmptyState>
      )
    case 'trash':
      return (
        <EmptyState icon="trash" title={t('inbox.empty.trash.title')}>
          {t('inbox.empty.trash.text', { count: TRASH_DAYS })}
        </EmptyState>
      )
  }
}

function NothingFits({ folder, search }: { folder: ShownFolder; search: SubmissionFilter }) {
  return (
    <EmptyState
      icon="search"
      title={
        folder === 'all'
          ? t('inbox.matches.none')
          : t('inbox.empty.search.title', { folder: folderLabel(folder) })
      }
      actions={
        <>
          {folder === 'all' ? null : (
            <Link
              to="/inbox"
              search={{ ...search, folder: 'all' }}
              className={buttonClass({ weight: 'main' })}
            >
              {t('inbox.empty.search.all')}
            </Link>
          )}
          <Link to="/inbox" search={folder === 'all' ? {} : withoutFilters(search)} className={buttonClass()}>
            {folder === 'all'
              ? t('inbox.empty.search.back')
              : t('inbox.empty.search.showAll', { folder: folderLabel(folder) })}
          </Link>
        </>
      }
    >
      {t('inbox.empty.search.text')}
    </EmptyState>
  )
}

function EmptyInbox({ endpoint }: { endpoint: string | undefined }) {
  const query = useOwnedList('endpoints')
  if (query.data === undefined) return <RowSkeletons />
  const all = joinPages(query.data.pages)
  if (all.length === 0) return <NoEndpoint />
  const chosen = all.filter(({ id }) => endpoint === undefined || id === endpoint)
  const received = chosen.some(({ submissions }) => submissions.total > 0)
  const first = chosen.find(({ state }) => state === 'claimed')
  if (received || !first) {
    return (
      <EmptyState icon="check" title={t('inbox.empty.zero.title')}>
        {t('inbox.empty.zero.text')}
      </EmptyState>
    )
  }
  return <FirstSubmission endpoint={first} />
}

function NoEndpoint() {
  const [making, setMaking] = useState(false)
  return (
    <div className="overflow-y-auto px-3 pb-6">
      <FirstEndpoint onNew={() => setMaking(true)} />
      <NewEndpoint open={making} onClose={() => setMaking(false)} />
    </div>
  )
}

function FirstSubmission({ endpoint }: { endpoint: Endpoint }) {
  const test = useTestOwned('endpoints', endpoint.id)
  const showError = useErrorToast()
  const navigate = useNavigate()
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ submission_id }) =>
        navigate({ to: '/inbox/$submissionId', params: { submissionId: submission_id }, search: true }),
      onError: (error) => showError(error, { title: t('inbox.empty.first.notSent'), retry: send }),
    })
  return (
    <div className="mx-auto w-full max-w-3xl overflow-y-auto px-3 pb-6">
      <EmptyState
        icon="inbox"
        title={t('inbox.empty.first.title')}
        actions={
          <Button weight="main" icon="mail" busy={test.isPending} onClick={send}>
            {t('inbox.empty.first.send')}
          </Button>
        }
      >
        {rich('inbox.empty.first.text', {
          form: <bdi className="font-semibold text-ink">{endpoint.name ?? endpoint.id}</bdi>,
        })}
      </EmptyState>
      <WaysToSubmit endpoint={endpoint} />
    </div>
  )
}
