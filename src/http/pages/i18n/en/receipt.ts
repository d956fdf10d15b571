import type { ReceiptWords } from '../receipt-words.ts'

export const receipt: ReceiptWords = {
  stored: 'Saved',
  handOver: {
    handed_over: 'Passed on to the recipient',
    on_its_way: 'On its way to the recipient',
    delayed: 'Delayed: the recipient’s mail server isn’t accepting it at the moment. We’ll keep trying.',
    awaiting_confirmation: 'Waiting for the recipient to confirm this form',
    stopped: 'No email was sent to the recipient. Your message stays saved.',
  },
  answer: { title: 'Answer', none: 'If the recipient answers here, the answer appears on this page.' },
  privacy: 'Anyone with the address of this page can open it. It doesn’t show what you wrote.',
  follow: 'Follow your message',
  withdraw: {
    title: 'Withdraw this message',
    effect: 'Your message is deleted for good. The recipient only sees that it was withdrawn.',
    handedOver: 'It has already been passed on: we can’t take back what the recipient has received.',
    until: (time) => `Possible until \`${time}\`.`,
    button: 'Delete my message',
  },
  withdrawn: {
    title: 'Message withdrawn',
    text: 'Your message has been deleted.',
    handedOver: 'It had already been passed on: we can’t take back what the recipient has received.',
  },
  tooLate:
    'This message can no longer be withdrawn: that is possible for one hour only. Please contact the recipient.',
  gone: {
    title: 'This receipt no longer exists',
    text: 'The message it was about has been deleted, or the address of this page is incomplete.',
  },
}
