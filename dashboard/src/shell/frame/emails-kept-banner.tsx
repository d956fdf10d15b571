import { useMe } from '../../api/accounts/me.ts'

/** The embedded mailbox is served to the machine itself alone. */
const LOCAL = /^(?:localhost|127\.[\d.]+|\[::1\])$/

/** Banner while no mail server is set up, so that emails reach nobody. */
export function EmailsKeptBanner() {
  if (!useMe().data?.emails_kept) return null
  return (
    <aside
      aria-label="Emails are not sent"
      className="bg-warn-tint px-4 py-2 text-center text-sm font-medium text-balance text-warn"
    >
      No mail server is set up. Emails are kept on this server and not sent.
      {LOCAL.test(window.location.hostname) ? (
        <>
          {' '}
          <a href="/mailbox" className="underline underline-offset-4">
            Read them
          </a>
        </>
      ) : null}
    </aside>
  )
}
