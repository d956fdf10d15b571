import { bounce, failure, noReport, SENDER, type Shape, shape, TOKEN } from './shape.ts'

const REPORT = `Reporting-MTA: dns; mail.example.net
Original-Envelope-Id: ${TOKEN}

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user
`
const ENCODED = Buffer.from(REPORT).toString('base64').replace(/.{76}/g, '$&\n')

/** Reports as the standards allow them and as broken servers write them, and messages that are none. */
export const ODD_SHAPES: readonly Shape[] = [
  shape(
    'RFC 6533: a report in UTF-8 about addresses in UTF-8',
    {
      reports: [bounce('failed', '5.1.1', '550 5.1.1 … unbekannt', ['jürgen@bücher.example'])],
      reason: 'mailbox_unknown',
    },
    `
From: Mailer-Daemon@bücher.example
To: ${SENDER}
Content-Type: multipart/report; report-type=global-delivery-status; boundary=g1

--g1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Die Adresse jürgen@bücher.example gibt es nicht.

--g1
Content-Type: message/global-delivery-status
Content-Transfer-Encoding: 8bit

Reporting-MTA: dns; mx.bücher.example

Original-Recipient: utf-8; j\\x{FC}rgen@bücher.example
Final-Recipient: utf-8; jürgen@bücher.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 jürgen@bücher.example unbekannt

--g1
Content-Type: message/global-headers
Content-Transfer-Encoding: 8bit

Formslot-Email: ${TOKEN}
Subject: Grüße

--g1--
`,
  ),
  failure(
    'a report in base64',
    ['5.1.1', 'mailbox_unknown', '550 5.1.1 No such user'],
    `
From: Mailer-Daemon@mail.example.net
To: postmaster@forms.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b64

--b64
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

SGVsbG8=
--b64
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${ENCODED}
--b64--
`,
  ),
  failure(
    'an unknown report type, parameters in comments and upper case, CRLF',
    ['5.1.1', 'mailbox_unknown', '550 5.1.1 No such user'],
    `
FROM: Mailer-Daemon@mail.example.net
TO: "Bounces" <${SENDER.toUpperCase()}>
CONTENT-TYPE: MULTIPART/REPORT (a report); REPORT-TYPE=DELIVERY-STATUS; BOUNDARY="UP"

--UP
CONTENT-TYPE: MESSAGE/DELIVERY-STATUS

REPORTING-MTA: DNS; MAIL.EXAMPLE.NET

FINAL-RECIPIENT: RFC822; <ada@example.org>
ACTION: FAILED (permanently)
STATUS: 5.1.1 (bad destination mailbox address)
DIAGNOSTIC-CODE: SMTP; 550 5.1.1 No such user

--UP--
`.replaceAll('\n', '\r\n'),
  ),
  failure(
    'no status: the code in the answer counts',
    ['5.2.2', 'mailbox_full', '552-5.2.2 Mailbox is over its quota'],
    `
From: Mailer-Daemon@mail.example.net
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=ms

--ms
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; ada@example.org
Action: failed
Diagnostic-Code: smtp; 552-5.2.2 Mailbox is over its quota

--ms--
`,
  ),
  failure(
    'no action: the class of the status counts; no empty line before the recipient',
    ['5.1.2', 'domain_unknown', ''],
    `
From: Mailer-Daemon@mail.example.net
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=ma

--ma
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net
Final-Recipient: rfc822; ada@example.org
Status: 5.1.2

--ma--
`,
  ),
  failure(
    'neither status nor code, only a reply code',
    ['4.0.0', 'expired', '451 Try again later'],
    `
From: Mailer-Daemon@mail.example.net
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=rc

--rc
Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@example.org
Action: failed
Diagnostic-Code: smtp; 451 Try again later

--rc--
`,
  ),
  failure(
    'cut in the middle of the report',
    ['5.1.1', 'mailbox_unknown', '550 5.1.1 No'],
    `
From: Mailer-Daemon@mail.example.net
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=cut

--cut
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No`,
  ),
  failure(
    'inside of a multipart/mixed with a disclaimer, a tag of BATV before the address',
    ['5.1.1', 'mailbox_unknown', '550 5.1.1 No such user'],
    `
From: Mailer-Daemon@mail.example.net
To: prvs=8901abcdef=${SENDER}
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/report; report-type=delivery-status; boundary=inner

--inner
Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--inner--
--outer
Content-Type: text/plain

This message has been checked.
--outer--
`,
  ),
  shape(
    'a report that names nothing of ours, only a Message-ID',
    { reports: [bounce('failed', '5.1.1', '550 5.1.1 No such user')], reason: 'mailbox_unknown', named: [] },
    `
From: Mailer-Daemon@mail.example.net
To: forms@forms.example
In-Reply-To: <sub_k3v9q2m7x4t8r5wz@forms.example>
References: <sub_k3v9q2m7x4t8r5wz@forms.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=id

--id
Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--id
Content-Type: text/rfc822-headers

Message-ID: <sub_k3v9q2m7x4t8r5wz@forms.example>
X-Form-ID: f_k3v9q2m7x4t8r5wz

--id--
`,
  ),
  noReport(
    'a vacation program',
    `
From: Ada <ada@example.org>
To: ${SENDER}
Subject: Out of office: New submission
Auto-Submitted: auto-replied
Precedence: bulk
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

I am away. Action: failed
Status: 5.1.1
`,
  ),
  noReport(
    'a reply of a person that attaches the email',
    `
From: Ada <ada@example.org>
To: ${SENDER}
Subject: Fwd: New submission
Content-Type: multipart/mixed; boundary=fw

--fw
Content-Type: text/plain

Look at this.
--fw
Content-Type: message/rfc822

Return-Path: <${SENDER}>
Formslot-Email: ${TOKEN}
From: Formslot <forms@forms.example>

Hello
--fw--
`,
  ),
  noReport(
    'a report inside of an attached email',
    `
From: Ada <ada@example.org>
To: ${SENDER}
Content-Type: multipart/mixed; boundary=ne

--ne
Content-Type: message/rfc822

To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=deep

--deep
Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1

--deep--
--ne--
`,
  ),
  noReport(
    'a report that a message was read (RFC 8098)',
    `
From: Ada <ada@example.org>
To: ${SENDER}
Content-Type: multipart/report; report-type=disposition-notification; boundary=md

--md
Content-Type: message/disposition-notification

Final-Recipient: rfc822; ada@example.org
Disposition: manual-action/MDN-sent-manually; displayed

--md--
`,
  ),
]
