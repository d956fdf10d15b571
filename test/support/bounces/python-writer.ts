import { spawnSync } from 'node:child_process'
import { SENDER, TOKEN } from './shape.ts'

const PROGRAM = `
import json, sys
from email.message import EmailMessage, Message
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

sender, token = sys.argv[1:]

def returned():
    email = EmailMessage()
    email['From'] = 'forms@forms.example'
    email['To'] = 'ada@example.org'
    email['Subject'] = 'Grüße'
    email['Formslot-Email'] = token
    email.set_content('Hello')
    email.add_alternative('<p>Hello</p>', subtype='html')
    return MIMEMessage(email)

def fields(*pairs):
    group = Message()
    for name, value in pairs:
        group[name] = value
    return group

def report(kind, part):
    message = MIMEMultipart('report', **{'report-type': kind})
    message['From'] = 'Mailer-Daemon <mailer-daemon@mail.example.net>'
    message['To'] = sender
    message.attach(MIMEText('Ihre E-Mail wurde nicht zugestellt: Postfach gelöscht', 'plain', 'utf-8'))
    message.attach(part)
    message.attach(returned())
    return message.as_string()

status = MIMEBase('message', 'delivery-status')
status.set_payload([
    fields(('Reporting-MTA', 'dns; mail.example.net'), ('Original-Envelope-Id', token)),
    fields(('Final-Recipient', 'rfc822; ada@example.org'), ('Action', 'failed'), ('Status', '5.2.1'),
           ('Diagnostic-Code', 'smtp; 550 5.2.1 ' + 'The mailbox is closed. ' * 5)),
])
feedback = MIMEBase('message', 'feedback-report')
feedback.set_payload([fields(('Feedback-Type', 'abuse'), ('User-Agent', 'Python/3'), ('Version', '1'),
                             ('Original-Mail-From', '<' + sender + '>'), ('Original-Rcpt-To', '<ada@example.org>'))])
print(json.dumps({'bounce': report('delivery-status', status), 'complaint': report('feedback-report', feedback)}))
`

/** Writes a bounce and a complaint with Python's email package. */
export function writeWithPython(): { bounce: string; complaint: string } {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PROGRAM, SENDER, TOKEN], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Python could not write the messages: ${stderr}`)
  return JSON.parse(stdout)
}
