import { ADA, bounce, failure, noReport, SENDER, type Shape, shape, TOKEN } from './shape.ts'

/** Reports as mail servers write them that operators run. */
export const SERVER_SHAPES: readonly Shape[] = [
  failure(
    'Postfix: unknown user of another server, RET=HDRS',
    [
      '5.1.1',
      'mailbox_unknown',
      '550 5.1.1 <…>: Recipient address rejected: User unknown in virtual mailbox table',
    ],
    `
Return-Path: <>
X-Original-To: ${SENDER}
Delivered-To: ${SENDER}
Received: by relay.forms.example (Postfix)
	id 4SbXk32BxNz1; Thu, 26 Nov 2026 09:14:35 +0000 (UTC)
Date: Thu, 26 Nov 2026 09:14:35 +0000 (UTC)
From: MAILER-DAEMON@relay.forms.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${SENDER}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4SbXk307ftz0.1795684475/relay.forms.example"
Message-Id: <4SbXk32BxNz1@relay.forms.example>

This is a MIME-encapsulated message.

--4SbXk307ftz0.1795684475/relay.forms.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host relay.forms.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<ada@example.org>: host mx.example.org[192.0.2.25] said: 550 5.1.1
    <ada@example.org>: Recipient address rejected: User unknown in virtual
    mailbox table (in reply to RCPT TO command)

--4SbXk307ftz0.1795684475/relay.forms.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.forms.example
Original-Envelope-Id: ${TOKEN}
X-Postfix-Queue-ID: 4SbXk307ftz0
X-Postfix-Sender: rfc822; ${SENDER}
Arrival-Date: Thu, 26 Nov 2026 09:14:34 +0000 (UTC)

Final-Recipient: rfc822; ada@example.org
Original-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected:
    User unknown in virtual mailbox table

--4SbXk307ftz0.1795684475/relay.forms.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <${SENDER}>
From: Formslot <forms@forms.example>
To: ada@example.org
Subject: New submission
Formslot-Email: ${TOKEN}

--4SbXk307ftz0.1795684475/relay.forms.example--
`,
  ),
  failure(
    'Postfix: the domain does not exist',
    [
      '5.4.4',
      'domain_unknown',
      'Host or domain name not found. Name service error for name=example.org type=AAAA: Host not found',
    ],
    `
From: MAILER-DAEMON@relay.forms.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${SENDER}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="A1B2C3.1795684475/relay.forms.example"

--A1B2C3.1795684475/relay.forms.example
Content-Type: text/plain; charset=us-ascii

<ada@example.org>: Host or domain name not found.

--A1B2C3.1795684475/relay.forms.example
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.forms.example
X-Postfix-Queue-ID: A1B2C3

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.4.4
Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error for
    name=example.org type=AAAA: Host not found

--A1B2C3.1795684475/relay.forms.example--
`,
  ),
  failure(
    'Postfix: the domain accepts no email',
    ['5.1.0', 'domain_unknown', 'Domain example.org does not accept mail (nullMX)'],
    `
From: MAILER-DAEMON@relay.forms.example (Mail Delivery System)
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary="N0.17/relay"

--N0.17/relay
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.forms.example

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.0
Diagnostic-Code: X-Postfix; Domain example.org does not accept mail (nullMX)

--N0.17/relay--
`,
  ),
  shape(
    'Postfix: a warning of a delay',
    {
      reports: [bounce('delayed', '4.4.1', 'connect to mx.example.org[192.0.2.25]:25: Connection timed out')],
    },
    `
From: MAILER-DAEMON@relay.forms.example (Mail Delivery System)
Subject: Delayed Mail (still being retried)
To: ${SENDER}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="D4.1795684475/relay.forms.example"

--D4.1795684475/relay.forms.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #

--D4.1795684475/relay.forms.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.forms.example
Arrival-Date: Thu, 26 Nov 2026 05:14:34 +0000 (UTC)

Final-Recipient: rfc822; ada@example.org
Original-Recipient: rfc822;ada@example.org
Action: delayed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to mx.example.org[192.0.2.25]:25:
    Connection timed out
Will-Retry-Until: Tue, 1 Dec 2026 05:14:34 +0000 (UTC)

--D4.1795684475/relay.forms.example--
`,
  ),
  failure(
    'Postfix: an unreachable server until the time was over',
    ['4.4.1', 'expired', 'connect to mx.example.org[192.0.2.25]:25: Connection refused'],
    `
From: MAILER-DAEMON@relay.forms.example (Mail Delivery System)
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=E1

--E1
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.forms.example

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to mx.example.org[192.0.2.25]:25: Connection refused

--E1--
`,
  ),
  failure(
    'Zimbra: a full mailbox, told over LMTP',
    ['5.2.2', 'mailbox_full', '552 5.2.2 Over quota'],
    `
Return-Path: <>
Received: by zimbra.example.org (Postfix)
	id 8D0C5A2E; Thu, 26 Nov 2026 10:00:00 +0100 (CET)
From: MAILER-DAEMON@zimbra.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${SENDER}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="8D0C5A2E.1795684800/zimbra.example.org"

--8D0C5A2E.1795684800/zimbra.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; zimbra.example.org
X-Postfix-Queue-ID: 8D0C5A2E
X-Postfix-Sender: rfc822; ${SENDER}

Final-Recipient: rfc822; ada@example.org
Original-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.2.2
Remote-MTA: dns; zimbra.example.org
Diagnostic-Code: smtp; 552 5.2.2 Over quota

--8D0C5A2E.1795684800/zimbra.example.org--
`,
  ),
  failure(
    'Exim: a remote answer without an enhanced code',
    ['5.0.0', 'mailbox_unknown', '550 No Such User Here'],
    `
Return-path: <>
Envelope-to: ${SENDER}
Received: from Debian-exim by mail.example.net with local (Exim 4.96)
	id 1r7Bxy-0001Ab-2C
	for ${SENDER}; Thu, 26 Nov 2026 09:20:02 +0000
X-Failed-Recipients: ada@example.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.net>
To: ${SENDER}
References: <sub@forms.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=1795684802-eximdsn-1804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1r7Bxy-0001Ac-2D@mail.example.net>

--1795684802-eximdsn-1804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

  ada@example.org
    host mx.example.org [192.0.2.25]
    SMTP error from remote mail server after RCPT TO:<ada@example.org>:
    550 No Such User Here

--1795684802-eximdsn-1804289383
Content-type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Action: failed
Final-Recipient: rfc822;ada@example.org
Status: 5.0.0
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 No Such User Here

--1795684802-eximdsn-1804289383
Content-type: message/rfc822

Return-path: <${SENDER}>
From: Formslot <forms@forms.example>
To: ada@example.org
Formslot-Email: ${TOKEN}

Hello

--1795684802-eximdsn-1804289383--
`,
  ),
  shape(
    'Exim: a warning of a delay',
    { reports: [bounce('delayed', '4.0.0', '')] },
    `
Envelope-to: ${SENDER}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.net>
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary=1795684802-eximdsn-846930886
MIME-Version: 1.0
Subject: Warning: message 1r7Bxy-0001Ab-2C delayed 24 hours

--1795684802-eximdsn-846930886
Content-type: text/plain; charset=us-ascii

No action is required on your part.

--1795684802-eximdsn-846930886
Content-type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Action: delayed
Final-Recipient: rfc822;ada@example.org
Status: 4.0.0

--1795684802-eximdsn-846930886--
`,
  ),
  failure(
    'Sendmail: an unknown user, with an x-local address',
    ['5.1.1', 'mailbox_unknown', '550 5.1.1 <…>... User unknown'],
    `
Return-Path: <MAILER-DAEMON@mail.example.net>
Received: from localhost (localhost)
	by mail.example.net (8.17.1/8.17.1) id 3AQ9KXx1012345;
	Thu, 26 Nov 2026 09:20:33 GMT
From: Mail Delivery Subsystem <MAILER-DAEMON@mail.example.net>
To: <${SENDER}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="3AQ9KXx1012345.1795684833/mail.example.net"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--3AQ9KXx1012345.1795684833/mail.example.net

The original message was received at Thu, 26 Nov 2026 09:20:32 GMT

   ----- The following addresses had permanent fatal errors -----
<ada@example.org>
    (reason: 550 5.1.1 <ada@example.org>... User unknown)

--3AQ9KXx1012345.1795684833/mail.example.net
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net
Received-From-MTA: DNS; relay.forms.example
Arrival-Date: Thu, 26 Nov 2026 09:20:32 GMT

Final-Recipient: RFC822; ada@example.org
X-Actual-Recipient: X-LOCAL; ada@mx.example.org
Action: failed
Status: 5.1.1
Remote-MTA: DNS; mx.example.org
Diagnostic-Code: SMTP; 550 5.1.1 <ada@example.org>... User unknown
Last-Attempt-Date: Thu, 26 Nov 2026 09:20:33 GMT

--3AQ9KXx1012345.1795684833/mail.example.net
Content-Type: text/rfc822-headers

Return-Path: <${SENDER}>
Formslot-Email: ${TOKEN}

--3AQ9KXx1012345.1795684833/mail.example.net--
`,
  ),
  shape(
    'Sendmail: a warning of a delay',
    { reports: [bounce('delayed', '4.4.2', '')] },
    `
From: Mail Delivery Subsystem <MAILER-DAEMON@mail.example.net>
To: <${SENDER}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="3AQ9.1795684833/mail.example.net"
Subject: Warning: could not send message for past 4 hours
Auto-Submitted: auto-generated (warning-timeout)

--3AQ9.1795684833/mail.example.net

    ** THIS IS A WARNING MESSAGE ONLY **

--3AQ9.1795684833/mail.example.net
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net
Arrival-Date: Thu, 26 Nov 2026 05:20:32 GMT

Final-Recipient: RFC822; ada@example.org
Action: delayed
Status: 4.4.2
Remote-MTA: DNS; mx.example.org
Last-Attempt-Date: Thu, 26 Nov 2026 09:20:33 GMT
Will-Retry-Until: Tue, 1 Dec 2026 05:20:32 GMT

--3AQ9.1795684833/mail.example.net--
`,
  ),
  failure(
    'OpenSMTPD: multipart/mixed, no answer',
    ['5.0.0', 'other', ''],
    `
Subject: Delivery status notification: error
From: Mailer Daemon <MAILER-DAEMON@mail.example.net>
To: ${SENDER}
Date: Thu, 26 Nov 2026 09:20:33 +0000 (UTC)
MIME-Version: 1.0
Content-Type: multipart/mixed;boundary="3098234512837465091/mail.example.net"

This is a MIME-encapsulated message.

--3098234512837465091/mail.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

ada@example.org: 550 Invalid recipient

--3098234512837465091/mail.example.net
Content-Description: Delivery Report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.0.0

--3098234512837465091/mail.example.net
Content-Description: Message headers
Content-Type: text/rfc822-headers

From: Formslot <forms@forms.example>
Formslot-Email: ${TOKEN}

--3098234512837465091/mail.example.net--
`,
  ),
  failure(
    'Haraka: text, HTML and a report with CRLF',
    ['5.7.1', 'refused_by_policy', '554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked'],
    `
From: MAILER-DAEMON (Mail Delivery System) <postmaster@haraka.example.net>
To: ${SENDER}
Subject: failure notice
MIME-Version: 1.0
Message-Id: <0F3A7B1C@haraka.example.net>
Content-Type: multipart/report; report-type=delivery-status;
    boundary="boundary_0F3A7B1C"

--boundary_0F3A7B1C
Content-Type: text/plain; charset=us-ascii

This is the Haraka Mailserver Daemon at haraka.example.net.

--boundary_0F3A7B1C
Content-type: message/delivery-status

Original-Envelope-Id: <${TOKEN}>
Reporting-MTA: dns;haraka.example.net
Arrival-Date: Thu, 26 Nov 2026 09:20:33 +0000

Final-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.7.1
Remote-MTA: dns;mx.example.org
Diagnostic-Code: smtp;554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked

--boundary_0F3A7B1C
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Formslot <forms@forms.example>

--boundary_0F3A7B1C--
`.replaceAll('\n', '\r\n'),
  ),
  failure(
    'Courier: a mailbox that is disabled',
    ['5.2.1', 'mailbox_disabled', '550 5.2.1 This account is not allowed to receive mail'],
    `
From: "Courier mail server at mail.example.net" <@mail.example.net>
To: ${SENDER}
Subject: NOTICE: mail delivery status.
Mime-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
    boundary="=_courier-0"
Content-Transfer-Encoding: 7bit

--=_courier-0
Content-Type: text/plain; charset="UTF-8"

UNDELIVERABLE MAIL

--=_courier-0
Content-Type: message/delivery-status
Content-Transfer-Encoding: 7bit

Reporting-MTA: dns; mail.example.net
Arrival-Date: Thu, 26 Nov 2026 09:20:33 +0000
Received-From-MTA: dns; relay.forms.example

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.2.1
Remote-MTA: dns; mx.example.org [192.0.2.25]
Diagnostic-Code: smtp; 550 5.2.1 This account is not allowed to receive mail

--=_courier-0--
`,
  ),
  noReport(
    'qmail: QSBMF, which is text',
    `
From: MAILER-DAEMON@qmail.example.net
To: ${SENDER}
Subject: failure notice
Date: 26 Nov 2026 09:20:33 -0000

Hi. This is the qmail-send program at qmail.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${ADA}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <${SENDER}>
Formslot-Email: ${TOKEN}
To: ${ADA}

Hello
`,
  ),
]
