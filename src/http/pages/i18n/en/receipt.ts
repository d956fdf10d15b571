import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Saved',
  handOver: {
    handed_over: 'Emailed to the recipient',
    saved: 'Saved for the recipient',
    on_its_way: 'Being delivered',
    delayed: 'Delayed: it couldn’t be emailed yet. We’ll keep trying.',
    awaiting_confirmation: 'Waiting for the recipient to confirm this form',
    stopped: 'No email was sent to the recipient. Your message stays saved.',
  },
  answer: { title: 'You have an answer', none: 'Bookmark this page: an answer may appear here.' },
  privacy: 'Anyone with this link can open it. It doesn’t show what you wrote.',
  follow: 'Follow your message',
  withdraw: {
    title: 'Withdraw this message',
    effect: 'Your message is deleted for good. The recipient only sees that it was withdrawn.',
    handedOver: 'It has already been emailed: we can’t take back what the recipient has received.',
    saved: 'The recipient may already have read it.',
    until: (time) => `Possible until \`${time}\`.`,
    button: 'Delete my message',
  },
  withdrawn: {
    title: 'Message withdrawn',
    text: 'Your message has been deleted.',
    handedOver: 'It had already been emailed: we can’t take back what the recipient has received.',
    saved: 'The recipient may have read it before.',
  },
  tooLate:
    'This message can no longer be withdrawn: that is possible for one hour only. Please contact the recipient.',
  gone: {
    title: 'This receipt no longer exists',
    text: 'The message it was about has been deleted, or the address of this page is incomplete.',
  },
}
