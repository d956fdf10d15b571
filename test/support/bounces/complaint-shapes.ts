import { complaint, noReport, SENDER, type Shape, shape, TOKEN } from './shape.ts'

/** Complaints as mail providers write them. */
export const COMPLAINT_SHAPES: readonly Shape[] = [
  shape(
    'Yahoo: abuse, found by the envelope sender in the report',
    { reports: [complaint('abuse')] },
    `
From: Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.example>
To: complaints@forms.example
Subject: FW:New submission
MIME-Version: 1.0
Content-Type: multipart/report; boundary="_----NdLGmxx=_0A/00-08"; report-type=feedback-report

--_----NdLGmxx=_0A/00-08
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message from forms.example.

--_----NdLGmxx=_0A/00-08
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <${SENDER}>
Original-Rcpt-To: ada@example.org
Received-Date: Thu, 26 Nov 2026 09:20:33 PST
Reported-Domain: forms.example
Authentication-Results: mx.yahoo.example dkim=pass

--_----NdLGmxx=_0A/00-08
Content-Type: message/rfc822
Content-Disposition: inline

Received: from 192.0.2.9 by mx.yahoo.example
From: Formslot <forms@forms.example>
To: ada@example.org
Subject: New submission

Hello

--_----NdLGmxx=_0A/00-08--
`,
  ),
  shape(
    'Outlook: abuse without a recipient, found by the header of the returned email',
    { reports: [complaint('abuse', [])] },
    `
From: <staff@outlook.example>
To: <complaints@forms.example>
Subject: complaint about message from 192.0.2.9
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
	boundary="B_JMRP_1"

--B_JMRP_1
Content-Type: text/plain; charset=UTF-8

This is an email abuse report.

--B_JMRP_1
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: OutlookFeedbackLoop/1.0
Version: 0.1
Received-Date: Thu, 26 Nov 2026 09:20:33 +0000
Source-IP: 192.0.2.9

--B_JMRP_1
Content-Type: message/rfc822
Content-Disposition: inline

Formslot-Email: ${TOKEN}
From: Formslot <forms@forms.example>
Subject: New submission

--B_JMRP_1--
`,
  ),
  shape(
    'Outlook: the older form, an attached email without a report',
    { reports: [complaint('abuse')] },
    `
From: <staff@hotmail.example>
To: <complaints@forms.example>
Subject: complaint about message from 192.0.2.9
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="1C0B"

--1C0B
Content-Type: message/rfc822
Content-Disposition: inline

X-HmXmrOriginalRecipient: <ada@example.org>
X-MS-Exchange-EOPDirect: true
Return-Path: ${SENDER}
From: Formslot <forms@forms.example>
Subject: New submission

Hello
--1C0B--
`,
  ),
  shape(
    'Comcast: fraud, the addresses taken out',
    { reports: [complaint('fraud', [])] },
    `
From: feedback@fbl.comcast.example
To: complaints@forms.example
Content-Type: multipart/report; report-type=feedback-report; boundary="cc"

--cc
Content-Type: text/plain

This is a Comcast email feedback report.

--cc
Content-Type: message/feedback-report

Version: 1
User-Agent: Comcast-Feedback-Loop/1.0
Feedback-Type: fraud
Original-Rcpt-To: [redacted]
Original-Mail-From: <[redacted]>

--cc
Content-Type: text/rfc822-headers

Formslot-Email: ${TOKEN}

--cc--
`,
  ),
  shape(
    'not spam after all',
    { reports: [complaint('not-spam')] },
    `
From: feedback@fbl.example
To: ${SENDER}
Content-Type: multipart/report; report-type=feedback-report; boundary=ns

--ns
Content-Type: message/feedback-report

Feedback-Type: Not-Spam
User-Agent: Loop/1.0
Version: 1
Original-Rcpt-To: ada@example.org

--ns--
`,
  ),
  noReport(
    'a report about a failed authentication (RFC 6591), which is no complaint',
    `
From: reports@example.org
To: ${SENDER}
Content-Type: multipart/report; report-type=feedback-report; boundary=af

--af
Content-Type: message/feedback-report

Feedback-Type: auth-failure
User-Agent: Verifier/1.0
Version: 1
Auth-Failure: dkim
Original-Mail-From: <${SENDER}>

--af--
`,
  ),
]
