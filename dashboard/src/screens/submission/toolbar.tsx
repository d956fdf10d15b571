import { useNavigate } from '@tanstack/react-router'
import { useAccess } from '../../api/accounts/access.ts'
import type { OpenSubmission } from '../../api/submissions/submissions.ts'
import { BOTTOM_BAR } from '../../controls/bottom-bar.ts'
import { classes } from '../../controls/classes.ts'
import { IconButton } from '../../controls/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../controls/overlays/menu.tsx'
import { t } from '../../language/texts.ts'
import type { ReversibleAction } from '../inbox/actions/bulk-action.ts'
import { useInboxAround } from '../inbox/inbox-context.ts'
import { findListedSender, useSenderActions } from './list-sender.ts'
import { replyLink } from './reply.ts'

const SPAM = { action: 'spam', icon: 'spam', label: 'submission.toolbar.spam' } as const
const NOT_SPAM = { action: 'not_spam', icon: 'inbox', label: 'submission.toolbar.notSpam' } as const

/** Toolbar of the open submission; on phones it is at the bottom. */
export function Toolbar({ submission }: { submission: OpenSubmission | undefined }) {
  const inbox = useInboxAround()
  const { openId = null } = inbox
  const newer = inbox.beside(openId, -1)
  const older = inbox.beside(openId, 1)
  const perform = (action: ReversibleAction) => submission && inbox.perform(action, [submission])
  const none = submission === undefined
  const { may, isShared } = useAccess()
  const edits = may('editor')
  const { folder, read } = submission ?? { folder: 'inbox', read: true }
  const spam = folder === 'spam' ? NOT_SPAM : SPAM
  return (
    <div
      data-bottom-bar
      className={classes(
        'shrink-0 md:h-13 md:gap-0.5 md:border-b md:px-2 md:pointer-coarse:h-14',
        BOTTOM_BAR,
      )}
    >
      <IconButton
        icon={inbox.wide ? 'close' : 'back'}
        label={inbox.wide ? t('shell.words.close') : t('submission.toolbar.backToList')}
        shortcut="u"
        onClick={inbox.back}
        className="rtl:-scale-x-100"
      />
      <span className="mx-1 h-5 border-s max-md:hidden" />
      {!edits ? null : folder === 'trash' ? (
        <IconButton
          icon="undo"
          label={t('submission.toolbar.restore')}
          disabled={none}
          onClick={() => perform('restore')}
        />
      ) : folder === 'archive' ? (
        <IconButton
          icon="inbox"
          label={t('submission.toolbar.moveToInbox')}
          disabled={none}
          onClick={() => perform('inbox')}
        />
      ) : (
        <IconButton
          icon="archive"
          label={t('submission.toolbar.archive')}
          shortcut="e"
          disabled={none}
          onClick={() => perform('archive')}
        />
      )}
      {folder === 'trash' || !edits ? null : (
        <IconButton
          icon={spam.icon}
          label={t(spam.label)}
          shortcut="!"
          disabled={none}
          onClick={() => perform(spam.action)}
          className="max-md:hidden"
        />
      )}
      {may(folder === 'trash' ? 'owner' : 'editor') ? (
        <IconButton
          icon="trash"
          label={folder === 'trash' ? t('submission.toolbar.deleteForever') : t('shell.words.delete')}
          shortcut="#"
          tone="danger"
          disabled={none}
          onClick={() => submission && inbox.remove([submission])}
        />
      ) : null}
      {edits ? (
        <>
          <IconButton
            icon="star"
            label={submission?.starred ? t('submission.toolbar.unstar') : t('submission.toolbar.star')}
            shortcut="s"
            aria-pressed={submission?.starred ?? false}
            disabled={none}
            onClick={() => submission && inbox.star([submission])}
            className={classes('max-md:hidden', submission?.starred && 'text-warn! [&>svg]:fill-current')}
          />
          {may('editor', 'account') ? (
            <IconButton
              icon="label"
              label={t('submission.toolbar.labels')}
              shortcut="l"
              disabled={none}
              onClick={() => inbox.openDialog('labels')}
              className="max-md:hidden"
            />
          ) : null}
          <IconButton
            icon="note"
            label={t('submission.toolbar.note')}
            shortcut="n"
            disabled={none}
            onClick={() => inbox.openDialog('note')}
            className="max-md:hidden"
          />
          {isShared ? (
            <IconButton
              icon="account"
              label={t('submission.toolbar.assign')}
              shortcut="a"
              disabled={none}
              onClick={() => inbox.openDialog('assign')}
              className="max-md:hidden"
            />
          ) : null}
        </>
      ) : null}
      {submission && replyLink(submission) !== null ? (
        <IconButton
          icon="reply"
          label={t('submission.toolbar.reply')}
          onClick={inbox.reply}
          className={classes('md:hidden', folder !== 'spam' && 'text-accent!')}
        />
      ) : null}
      <Menu
        align="start"
        trigger={<IconButton icon="more" label={t('submission.toolbar.more')} disabled={none} />}
      >
        {edits ? (
          <>
            <MenuItem
              icon={read ? 'mail' : 'mail-open'}
              shortcut={read ? 'U' : 'I'}
              onSelect={() => perform(read ? 'unread' : 'read')}
            >
              {read ? t('submission.toolbar.unread') : t('submission.toolbar.read')}
            </MenuItem>
            <div className="md:hidden">
              <MenuItem icon="star" onSelect={() => submission && inbox.star([submission])}>
                {submission?.starred ? t('submission.toolbar.unstar') : t('submission.toolbar.star')}
              </MenuItem>
              {may('editor', 'account') ? (
                <MenuItem icon="label" onSelect={() => inbox.openDialog('labels')}>
                  {t('submission.toolbar.labels')}
                </MenuItem>
              ) : null}
              <MenuItem icon="note" onSelect={() => inbox.openDialog('note')}>
                {t('submission.toolbar.note')}
              </MenuItem>
              {isShared ? (
                <MenuItem icon="account" onSelect={() => inbox.openDialog('assign')}>
                  {t('submission.toolbar.assign')}
                </MenuItem>
              ) : null}
            </div>
            {submission ? <SenderItems submission={submission} /> : null}
            {submission && may('holder') ? <EraseItem submission={submission} /> : null}
            <MenuLine />
          </>
        ) : null}
        <MenuItem icon="copy" shortcut="c" onSelect={inbox.copy}>
          {t('submission.toolbar.copyJson')}
        </MenuItem>
      </Menu>
      <span className="flex-1 max-md:hidden" />
      <IconButton
        icon="left"
        label={t('submission.toolbar.newer')}
        shortcut="k"
        disabled={newer === null}
        onClick={() => inbox.goTo(newer)}
        className="rtl:-scale-x-100"
      />
      <IconButton
        icon="right"
        label={t('submission.toolbar.older')}
        shortcut="j"
        disabled={older === null}
        onClick={() => inbox.goTo(older)}
        className="rtl:-scale-x-100"
      />
    </div>
  )
}

/** Menu items that put the sender on a list of the form. */
function SenderItems({ submission }: { submission: OpenSubmission }) {
  const { block, allow } = useSenderActions(submission)
  const sender = findListedSender(submission)
  if (sender === null || submission.folder === 'trash') return null
  const { address, domain } = sender
  return (
    <>
      <MenuLine />
      <MenuItem icon="spam" onSelect={() => block(address)}>
        {t('submission.sender.block')}
      </MenuItem>
      {domain === null ? null : (
        <MenuItem icon="spam" onSelect={() => block(domain)}>
          {t('submission.sender.blockDomain', { domain })}
        </MenuItem>
      )}
      <MenuItem icon="check" onSelect={() => allow(address)}>
        {t('submission.sender.allow')}
      </MenuItem>
    </>
  )
}

/** Menu item that leads to where everything from the sender is erased. */
function EraseItem({ submission }: { submission: OpenSubmission }) {
  const navigate = useNavigate()
  const sender = findListedSender(submission)
  if (sender === null) return null
  const erase = () =>
    navigate({ to: '/settings/account', search: { erase: sender.address }, resetScroll: false })
  return (
    <>
      <MenuLine />
      <MenuItem icon="trash" onSelect={erase}>
        {t('submission.sender.erase')}
      </MenuItem>
    </>
  )
}
