import { spawnSync } from 'node:child_process'

/** Reports as Python's email package reads them. */
export type ReadByPython = {
  reports: ({ action: string; recipients: string[] } | { type: string; recipients: string[] })[]
  envelopeIds: string[]
  headers: string[]
}

/** NOTE: Python parses message/delivery-status itself, but not the type of RFC 6533, nor an encoded one. */
const PROGRAM = String.raw`
import email, email.policy, json, re, sys
from base64 import b64decode

STATUS = ('message/delivery-status', 'message/global-delivery-status')
RETURNED = ('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')

def unfold(value):
    return re.sub(r'\r?\n[ \t]+', ' ', str(value)).strip()

def address(value):
    value = re.sub(r'\\x\{([0-9A-Fa-f]+)\}', lambda found: chr(int(found[1], 16)), unfold(value))
    found = re.search(r'[^\s<>();,:"]+@[^\s<>();,:"]+', value)
    return [found[0]] if found else []

def recipients(group, names):
    found = []
    for name in names:
        for one in address(group.get(name, '')):
            if one not in found:
                found.append(one)
    return found

def walk(part):
    # Emails inside of the message are not looked into.
    if part.get_content_maintype() == 'multipart' and part.is_multipart():
        for inner in part.get_payload():
            yield from walk(inner)
    else:
        yield part

def groups(part):
    source = part.as_bytes(policy=email.policy.compat32.clone(linesep='\n'))
    headers, _, body = source.partition(b'\n\n')
    if part.get('content-transfer-encoding', '').lower() == 'base64':
        body = b64decode(body)
    text = body.decode('utf-8', 'replace')
    return [email.message_from_string(one + '\n\n') for one in re.split(r'\n[ \t]*\n', text) if one.strip()]

def read(raw):
    message = email.message_from_bytes(raw)
    reports, ids, marks, outlook = [], [], [], []
    for part in walk(message):
        kind = part.get_content_type()
        if kind in STATUS:
            for group in groups(part):
                ids += [unfold(value) for value in group.get_all('original-envelope-id', [])]
                action = re.match(r'[a-z]+', group.get('action', '').lower())
                action = action[0] if action else None
                if action is None and group.get('status', '').startswith('5'):
                    action = 'failed'
                if action:
                    reports.append({'action': action, 'recipients': recipients(group, ['final-recipient', 'original-recipient'])})
        elif kind == 'message/feedback-report':
            for group in groups(part):
                kind = group.get('feedback-type', '').lower()
                if kind in ('abuse', 'fraud', 'virus', 'other', 'not-spam'):
                    reports.append({'type': kind, 'recipients': recipients(group, ['original-rcpt-to'])})
        elif kind in RETURNED:
            inner = groups(part)[0]
            marks += [unfold(value) for value in inner.get_all('formslot-email', [])]
            if inner.get('x-hmxmroriginalrecipient'):
                outlook.append({'type': 'abuse', 'recipients': recipients(inner, ['x-hmxmroriginalrecipient'])})
    return {'reports': reports or outlook, 'envelopeIds': ids, 'headers': marks}

print(json.dumps([read(b64decode(one)) for one in json.load(sys.stdin)]))
`

/** Reads messages with Python, all in one process. */
export function readWithPython(messages: readonly string[]): ReadByPython[] {
  const input = JSON.stringify(messages.map((message) => Buffer.from(message).toString('base64')))
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Python could not read the messages: ${stderr}`)
  return JSON.parse(stdout)
}
