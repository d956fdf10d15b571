import { createContext, use } from 'react'
import type { Inbox } from './use-inbox.ts'

const Context = createContext<Inbox | null>(null)
export const InboxProvider = Context.Provider

/** Context of the inbox around an open submission. */
export function useInboxAround(): Inbox {
  const inbox = use(Context)
  if (!inbox) throw new Error('a submission is opened in the inbox')
  return inbox
}
