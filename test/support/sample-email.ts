import type { Email } from '../../src/delivery/channels/email/templates/email.ts'

/** An email to Ada about her form, as the composers make them; `change` what a test is about. */
export function sampleEmail(change: Partial<Email> = {}): Email {
  return {
    from: { name: 'Formslot', address: 'forms@formslot.dev' },
    to: 'ada@lovelace.org',
    replyTo: null,
    subject: 'New message from your form',
    text: 'name: Grace\nmessage: Hello\n',
    html: '<p>name: Grace</p>\n<p>message: Hello</p>\n',
    messageId: '<sub_7h2k9.submission@formslot.dev>',
    date: new Date('2026-11-20T10:00:00.000Z'),
    unsubscribeUrl: 'https://formslot.dev/disown/2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6',
    formId: 'f_k3v9q2m7x4t8r5wz',
    ...change,
  }
}
