import { ApiError } from '../../api/client/api-error.ts'
import { useListSender } from '../../api/endpoints/spam-lists.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
import { useErrorToast } from '../../shell/error-toast.ts'
import { useUndoToast } from '../inbox/actions/undo.ts'
import { useInboxAround } from '../inbox/inbox-context.ts'
import { replyAddress } from '../inbox/list/reply-address.ts'
import { findOwnDomain } from './mail-providers.ts'

/** Entries that the sender of a submission can be listed by. */
export type Sender = {
  address: string
  /** Null for that of a mail provider. */
  domain: string | null
}

/** Returns the sender that a submission names; null without an address. */
export function findListedSender({ fields }: Submission): Sender | null {
  const address = replyAddress(fields)
  return address === null ? null : { address, domain: findOwnDomain(address) }
}

/** Returns functions that block or allow a sender, with undo, and move the submission to where it then belongs. */
export function useSenderActions(submission: Submission) {
  const { perform } = useInboxAround()
  const listSender = useListSender()
  const { showToast } = useToast()
  const showUndoToast = useUndoToast()
  const showError = useErrorToast()

  const list = async (how: { list: 'block' | 'allow'; entry: string; title: string; known: string }) => {
    const { title, known, ...request } = how
    const tell = (error: unknown, failed: { title: string; retry: () => void }) => {
      if (!(error instanceof ApiError)) throw error
      if (error.field?.startsWith('spam')) {
        showToast({ tone: 'danger', title: failed.title, description: error.message })
      } else showError(error, failed)
    }
    try {
      const listed = await listSender({ endpointId: submission.endpoint_id, ...request })
      if (listed === null) {
        showToast({ title: known })
        return
      }
      const undo = async () => {
        try {
          await listed.undo()
        } catch (error) {
          tell(error, { title: t('submission.sender.notUndone'), retry: () => void undo() })
        }
      }
      showUndoToast({
        title,
        description: listed.isFiltering ? null : t('submission.sender.filterOff'),
        ids: [],
        undo: () => void undo(),
      })
    } catch (error) {
      tell(error, { title: t('shell.words.notSaved'), retry: () => void list(how) })
    }
  }

  return {
    block(entry: string) {
      if (submission.folder !== 'spam') perform('spam', [submission])
      return list({
        list: 'block',
        entry,
        title: t('submission.sender.blocked', { entry }),
        known: t('submission.sender.blockedAlready', { entry }),
      })
    },
    allow(entry: string) {
      if (submission.folder === 'spam') perform('not_spam', [submission])
      return list({
        list: 'allow',
        entry,
        title: t('submission.sender.allowed', { entry }),
        known: t('submission.sender.allowedAlready', { entry }),
      })
    },
  }
}
