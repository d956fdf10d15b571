/** A report as a mail server sends it (RFC 3464), about an email with this token. */
export function bounceMessage(about: {
  recipient: string
  token?: string
  action?: string
  status?: string
  answer?: string
}): string {
  const { recipient, token, action = 'failed', status = '5.1.1' } = about
  const answer = about.answer ?? '550 5.1.1 No such user'
  return lines([
    'From: MAILER-DAEMON@mx.lovelace.dev',
    'To: <b+x@bounce.formslot.dev>',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It came back.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.lovelace.dev',
    ...(token ? [`Original-Envelope-Id: ${token}`] : []),
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${answer}`,
    '',
    '--b--',
  ])
}

/** A complaint as a mail provider sends it (RFC 5965), about an email with this token. */
export function complaintMessage({ token, type = 'abuse' }: { token: string; type?: string }): string {
  return lines([
    'From: feedback@provider.example',
    'To: abuse@formslot.dev',
    'Subject: complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Somebody called it spam.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Formslot-Email: ${token}`,
    'Subject: New message from your form',
    '',
    '--b--',
  ])
}

function lines(list: readonly string[]): string {
  return `${list.join('\r\n')}\r\n`
}
