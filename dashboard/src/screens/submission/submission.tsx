import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import { forgetAnswerDrafts } from '../../api/submissions/answer-drafts.ts'
import { type OpenSubmission, useSubmission } from '../../api/submissions/submissions.ts'
import { Skeleton, SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { t } from '../../language/texts.ts'
import { useTitle } from '../../shell/frame/title.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useInboxAround } from '../inbox/inbox-context.ts'
import { findSender } from '../inbox/list/summary.ts'
import { Heading } from './heading.tsx'
import { MessageView } from './message.tsx'
import { Toolbar } from './toolbar.tsx'

const DeliveryView = lazyPart(
  () => import('./delivery.tsx').then((file) => file.DeliveryView),
  <SkeletonRows rows={2} />,
)

const RawView = lazyPart(() => import('./raw.tsx').then((file) => file.RawView), <SkeletonRows rows={4} />)

const route = getRouteApi('/inbox/$submissionId')

/** Screen of one submission: fields, deliveries, JSON. */
export function SubmissionScreen() {
  const { submissionId } = route.useParams()
  const { submissions } = useInboxAround()
  const query = useSubmission(
    submissionId,
    submissions.find(({ id }) => id === submissionId),
  )
  useTitle(getTitle(query))
  useForgottenDraft(submissionId, query.error?.status === 404)
  useMarkedAsRead(query.isPlaceholderData ? undefined : query.data)
  return (
    <section aria-label={t('submission.title')} className="flex h-full min-h-0 flex-col bg-card">
      <Toolbar submission={query.data} />
      <div key={submissionId} className="min-h-0 flex-1 overflow-y-auto scrollbar-quiet">
        <Loaded query={query} loading={<Loading />}>
          {(submission) => <Open submission={submission} />}
        </Loaded>
      </div>
    </section>
  )
}

function Open({ submission }: { submission: OpenSubmission }) {
  const { view = 'message' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <article data-prints="alone" className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8">
      <Heading submission={submission} />
      <Tabs
        label={t('submission.views')}
        value={view}
        onChange={(chosen) =>
          navigate({
            search: (search) => ({ ...search, view: chosen === 'message' ? undefined : chosen }),
            replace: true,
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'message',
            label: t('submission.tab.message'),
            content: <MessageView submission={submission} />,
          },
          {
            value: 'delivery',
            label: t('submission.tab.delivery'),
            content: <DeliveryView submission={submission} />,
          },
          { value: 'raw', label: t('submission.tab.raw'), content: <RawView submission={submission} /> },
        ]}
      />
    </article>
  )
}

/** A draft goes with its submission, also when that was deleted elsewhere. */
function useForgottenDraft(submissionId: string, isGone: boolean): void {
  useEffect(() => {
    if (isGone) forgetAnswerDrafts([submissionId])
  }, [submissionId, isGone])
}

/** Opening marks it as read once, unless a viewer opens it; a later "Mark as unread" is kept. */
function useMarkedAsRead(submission: OpenSubmission | undefined): void {
  const { actions } = useInboxAround()
  const reads = useAccess().may('editor')
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (!submission || !reads || seen.current === submission.id) return
    seen.current = submission.id
    actions.open(submission)
  }, [submission, reads, actions])
}

function getTitle({ data, error }: { data: OpenSubmission | undefined; error: Error | null }): string {
  if (data) return findSender(data.fields) ?? t('submission.title')
  return error ? t('submission.notShown') : t('submission.title')
}

function Loading() {
  return (
    <div role="status" className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8">
      <span className="sr-only">{t('submission.loading.submission')}</span>
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="mt-3 h-4 w-2/3" />
      <Skeleton className="mt-8 h-4 w-24" />
      <Skeleton className="mt-2 h-5 w-1/3" />
      <Skeleton className="mt-6 h-4 w-24" />
      <Skeleton className="mt-2 h-24 w-full" />
    </div>
  )
}
