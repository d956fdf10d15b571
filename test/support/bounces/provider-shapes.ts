import { bounce, failure, SENDER, type Shape, shape, TOKEN } from './shape.ts'

/** Reports as mail providers and relays that are services write them. */
export const PROVIDER_SHAPES: readonly Shape[] = [
  failure(
    'Exchange Online: an unknown recipient, HTML text',
    [
      '5.1.10',
      'mailbox_unknown',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient … not found by SMTP address lookup',
    ],
    `
Received: from AM6PR0102MB3126.eurprd01.prod.exchangelabs.com (2603:10a6:209:14::15)
 by AM6PR0102MB3127.eurprd01.prod.exchangelabs.com with HTTPS; Thu, 26 Nov 2026
 09:20:33 +0000
MIME-Version: 1.0
From: <postmaster@example.org>
To: <${SENDER}>
Date: Thu, 26 Nov 2026 09:20:33 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="b7a1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d"
Content-Language: en-US
Message-ID:
 <4f5e6d7c-8b9a-4c1d-9e2f-3a4b5c6d7e8f@AM6PR0102MB3126.eurprd01.prod.exchangelabs.com>
In-Reply-To: <sub@forms.example>
References: <sub@forms.example>
Subject: Undeliverable: New submission
Auto-Submitted: auto-replied
X-MS-Exchange-Message-Is-Ndr:

--b7a1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="c8b2d3e4-f5a6-4b7c-9d8e-0f1a2b3c4d5e"

--c8b2d3e4-f5a6-4b7c-9d8e-0f1a2b3c4d5e
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ada@example.org couldn't be delivered.=

--c8b2d3e4-f5a6-4b7c-9d8e-0f1a2b3c4d5e
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p>Your message couldn't be delivered.</p></body></html>

--c8b2d3e4-f5a6-4b7c-9d8e-0f1a2b3c4d5e--

--b7a1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d
Content-Type: message/delivery-status

Reporting-MTA: dns;AM6PR0102MB3126.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;relay.forms.example
Arrival-Date: Thu, 26 Nov 2026 09:20:32 +0000

Final-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.org not found by SMTP address lookup

--b7a1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d
Content-Type: message/rfc822

Received: from relay.forms.example (192.0.2.9) by
 AM6PR0102MB3126.eurprd01.prod.exchangelabs.com
Return-Path: ${SENDER}
Formslot-Email: ${TOKEN}
From: Formslot <forms@forms.example>
Content-Type: multipart/alternative; boundary="=_-inner-Part_1"

--=_-inner-Part_1
Content-Type: text/plain; charset=utf-8

Hello
--=_-inner-Part_1--

--b7a1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d--
`,
  ),
  failure(
    'Exchange Online: access denied for an unknown recipient',
    ['5.4.1', 'mailbox_unknown', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
    `
MIME-Version: 1.0
From: <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.net>
To: <${SENDER}>
Content-Type: multipart/report; report-type=delivery-status; boundary="d9c3"
Subject: Undeliverable: New submission

--d9c3
Content-Type: message/delivery-status

Reporting-MTA: dns;DB5EUR01FT044.mail.protection.outlook.com
Arrival-Date: Thu, 26 Nov 2026 09:20:32 +0000

Original-Recipient: rfc822;ada@example.org
Final-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.4.1
Diagnostic-Code: smtp;550 5.4.1 Recipient address rejected: Access denied. AS(201806281)
Remote-MTA: dns;mail.protection.outlook.com

--d9c3--
`,
  ),
  failure(
    'Exchange on the premises: the answer in X-Supplementary-Info, names in other case',
    ['5.1.1', 'mailbox_unknown', '< #5.1.1 smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found>'],
    `
MIME-Version: 1.0
From: <postmaster@example.org>
To: <${SENDER}>
Content-Type: multipart/report; report-type=delivery-status;
	boundary="53c1d2e3"
Subject: Undeliverable: New submission

--53c1d2e3
Content-Type: text/plain; charset="us-ascii"

Delivery has failed to these recipients or groups.

--53c1d2e3
Content-Type: message/delivery-status

Reporting-MTA: dns; EX01.example.org

Final-recipient: RFC822;
 ada@example.org
Action: failed
Status: 5.1.1
X-Supplementary-Info: < #5.1.1 smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not
 found>

--53c1d2e3--
`,
  ),
  failure(
    'Exchange Online: refused because of the sender',
    [
      '5.7.1',
      'refused_by_policy',
      "550 5.7.1 Unfortunately, messages from [192.0.2.9] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
    ],
    `
MIME-Version: 1.0
From: <postmaster@outlook.com>
To: <${SENDER}>
Content-Type: multipart/report; report-type=delivery-status; boundary="9B095B5ADSN=_01"
Subject: Delivery Status Notification (Failure)

--9B095B5ADSN=_01
Content-Type: text/plain; charset=unicode-1-1-utf-7

This is an automatically generated Delivery Status Notification.

--9B095B5ADSN=_01
Content-Type: message/delivery-status

Reporting-MTA: dns;VI1EUR04.mail.protection.outlook.com
Arrival-Date: Thu, 26 Nov 2026 09:20:32 +0000

Final-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.7.1
Diagnostic-Code: smtp;550 5.7.1 Unfortunately, messages from [192.0.2.9] weren't
 sent. Please contact your Internet service provider since part of their network
 is on our block list (S3140).

--9B095B5ADSN=_01--
`,
  ),
  failure(
    'Gmail: an unknown user, the answer in several lines',
    [
      '5.1.1',
      'mailbox_unknown',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550-5.1.1 unnecessary spaces. 550 5.1.1 Learn more at https://support.example.com/answer/6596 - gsmtp",
    ],
    `
Delivered-To: ${SENDER}
Received: by 2002:a05:6402:1a4b:b0:3f1 with SMTP id bf11csp1; Thu, 26 Nov 2026 01:20:33 -0800 (PST)
Return-Path: <>
Content-Type: multipart/report; boundary="000000000000f1e2d3060ab4c5d6"; report-type=delivery-status
To: ${SENDER}
Received: by 2002:a05:6402:1a4b:b0:3f1 with SMTP id bf11mr2; Thu, 26 Nov 2026 01:20:33 -0800 (PST)
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Failure)
Auto-Submitted: auto-replied
X-Failed-Recipients: ada@example.org

--000000000000f1e2d3060ab4c5d6
Content-Type: multipart/related; boundary="000000000000f1e2f4060ab4c5d7"

--000000000000f1e2f4060ab4c5d7
Content-Type: multipart/alternative; boundary="000000000000f1e301060ab4c5d8"

--000000000000f1e301060ab4c5d8
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--000000000000f1e301060ab4c5d8
Content-Type: text/html; charset="UTF-8"

<html><body><h2>Address not found</h2><img src="cid:icon.png"></body></html>

--000000000000f1e301060ab4c5d8--
--000000000000f1e2f4060ab4c5d7
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000f1e2f4060ab4c5d7--
--000000000000f1e2d3060ab4c5d6
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Thu, 26 Nov 2026 01:20:33 -0800 (PST)
X-Original-Message-ID: <sub@forms.example>

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.example.com. (2001:db8::1a, the server
 for the domain example.org.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550-5.1.1 unnecessary spaces.
 550 5.1.1 Learn more at https://support.example.com/answer/6596 - gsmtp
Last-Attempt-Date: Thu, 26 Nov 2026 01:20:33 -0800 (PST)

--000000000000f1e2d3060ab4c5d6
Content-Type: message/rfc822

From: Formslot <forms@forms.example>
Formslot-Email: ${TOKEN}
Subject: New submission

----- Message truncated -----

--000000000000f1e2d3060ab4c5d6--
`,
  ),
  failure(
    'Gmail: likely unsolicited',
    [
      '5.7.1',
      'refused_as_spam',
      '550-5.7.1 [192.0.2.9] Our system has detected that this message is likely 550-5.7.1 unsolicited mail. To reduce the amount of spam sent, this message has been 550 5.7.1 refused. - gsmtp',
    ],
    `
To: ${SENDER}
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Content-Type: multipart/report; boundary="0000a1"; report-type=delivery-status

--0000a1
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.7.1
Diagnostic-Code: smtp; 550-5.7.1 [192.0.2.9] Our system has detected that this message is likely
 550-5.7.1 unsolicited mail. To reduce the amount of spam sent, this message has been
 550 5.7.1 refused. - gsmtp

--0000a1--
`,
  ),
  failure(
    'Amazon SES: a full mailbox, found by the header of the returned email alone',
    ['5.2.2', 'mailbox_full', '552 5.2.2 The recipient mailbox is full'],
    `
From: MAILER-DAEMON@eu-west-1.amazonses.example
To: bounces@forms.example
Subject: Delivery Status Notification (Failure)
Date: Thu, 26 Nov 2026 09:20:33 +0000
MIME-Version: 1.0
Content-Type: multipart/report;
	boundary="----=_Part_1234567_890123456.1795684833000";
	report-type=delivery-status

------=_Part_1234567_890123456.1795684833000
Content-Type: text/plain; charset=us-ascii
Content-Transfer-Encoding: 7bit
Content-Description: Notification

An error occurred while trying to deliver the mail to the following recipients:
ada@example.org
------=_Part_1234567_890123456.1795684833000
Content-Type: message/delivery-status
Content-Transfer-Encoding: 7bit
Content-Description: Delivery Status Notification

Reporting-MTA: dns; a1-23.smtp-out.eu-west-1.amazonses.example

Action: failed
Final-Recipient: rfc822; ada@example.org
Diagnostic-Code: smtp; 552 5.2.2 The recipient mailbox is full
Status: 5.2.2

------=_Part_1234567_890123456.1795684833000
Content-Type: message/rfc822
Content-Description: Undelivered Message

From: Formslot <forms@forms.example>
To: ada@example.org
Subject: New submission
FORMSLOT-EMAIL: ${TOKEN.toUpperCase()}

Hello

------=_Part_1234567_890123456.1795684833000--
`,
  ),
  failure(
    'MailChannels: an answer with a time in it, Auto-Submitted',
    ['5.1.1', 'mailbox_unknown', '550 5.1.1 The user does not exist'],
    `
From: MailChannels Mail Delivery <mailer-daemon@mailchannels.example>
To: ${SENDER}
Subject: Delivery Failure
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type="delivery-status";
 boundary="_----m1c2h3==_00/01-12345-AB"

--_----m1c2h3==_00/01-12345-AB
Content-Type: text/plain

This is an automatically generated message.

--_----m1c2h3==_00/01-12345-AB
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.mailchannels.example
Received-From-MTA: dns; relay.forms.example
Arrival-Date: Thu, 26 Nov 2026 09:20:32 +0000

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 5.1.1 The user does not exist
Last-Attempt-Date: Thu, 26 Nov 2026 09:20:33 +0000

--_----m1c2h3==_00/01-12345-AB
Content-Type: message/rfc822

From: Formslot <forms@forms.example>

Hello
--_----m1c2h3==_00/01-12345-AB--
`,
  ),
  failure(
    'Yahoo: no such account, without a code that says so',
    [
      '5.0.0',
      'mailbox_unknown',
      "554 delivery error: dd This user doesn't have a yahoo.example account (…) [0]",
    ],
    `
From: MAILER-DAEMON@relay.forms.example
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary="y1"

--y1
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.forms.example

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; 554 delivery error: dd This user doesn't have a
    yahoo.example account (ada@example.org) [0]

--y1--
`,
  ),
  failure(
    'Outlook.com: mailbox unavailable with a code without a detail',
    ['5.5.0', 'mailbox_unknown', '550 5.5.0 Requested action not taken: mailbox unavailable.'],
    `
From: postmaster@relay.forms.example
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary="o1"

--o1
Content-Type: message/delivery-status

Reporting-MTA: dns;relay.forms.example

Final-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.5.0
Diagnostic-Code: smtp;550 5.5.0 Requested action not taken: mailbox unavailable.

--o1--
`,
  ),
  failure(
    'Mimecast: too large',
    ['5.3.4', 'too_large', '552 5.3.4 Message size exceeds fixed limit'],
    `
From: Mail Delivery System <postmaster@mimecast.example>
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary="m1"

--m1
Content-Type: message/delivery-status

Reporting-MTA: dns; eu-smtp-1.mimecast.example

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.3.4
Diagnostic-Code: smtp; 552 5.3.4 Message size exceeds fixed limit

--m1--
`,
  ),
  shape(
    'iCloud: two recipients behind an address, one of them unknown',
    {
      reports: [
        bounce('delivered', '2.0.0', '250 2.0.0 Ok', ['grace@example.org']),
        bounce('failed', '5.1.1', '550 5.1.1 unknown or illegal alias', [
          'bo@example.net',
          'ada@example.org',
        ]),
      ],
    },
    `
From: postmaster@icloud.example
To: ${SENDER}
Content-Type: multipart/report; report-type=delivery-status; boundary="i1"

--i1
Content-Type: message/delivery-status

Reporting-MTA: dns;st43p00im.icloud.example
Original-Envelope-Id: ${TOKEN.toUpperCase()}

Final-Recipient: rfc822; grace@example.org
Action: delivered
Status: 2.0.0
Diagnostic-Code: smtp;250 2.0.0 Ok

Original-Recipient: rfc822; ada@example.org
Final-Recipient: rfc822; bo@example.net
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp;550 5.1.1 unknown or illegal alias

--i1--
`,
  ),
]
