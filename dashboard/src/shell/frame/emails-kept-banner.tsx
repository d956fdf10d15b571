import { useMe } from '../../api/accounts/me.ts'

/** Banner while no mail server is set up, so that emails reach nobody. */
export function EmailsKeptBanner() {
  const { data: me } = useMe()
  if (!me?.emails_kept) return null
  return (
    <aside
      aria-label="Emails are not sent"
      className="bg-warn-tint px-4 py-2 text-center text-sm font-medium text-balance text-warn"
    >
      No mail server is set up. Emails are kept on this server and not sent.{' '}
      {me.mailbox_url === null ? (
        <>
          Read them with <code>formslot-server mailbox</code>.
        </>
      ) : (
        <a href={me.mailbox_url} className="underline underline-offset-4">
          Read them
        </a>
      )}
    </aside>
  )
}
