import { scriptTag } from '../../../../../src/snippets/script-tag.ts'
import { useAccount } from '../../../api/accounts/account.ts'
import type { ApiError } from '../../../api/client/api-error.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { CodeBlock } from '../../../controls/code-block.tsx'
import { Choices } from '../../../controls/fields/choices.tsx'
import { ListField } from '../../../controls/fields/list-field.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { describeLearning, hasLearned } from '../../../shell/learning.ts'
import { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../../shell/owned/settings-form.tsx'
import { readEntries, type SettingsPart } from '../../../shell/owned/settings-part.ts'

type Settings = Endpoint['settings']
type Level = Settings['spam']['level']
type Challenge = Settings['challenge']
/** Lists have one entry a line. */
type Draft = {
  'spam.level': Level
  'spam.block': string
  'spam.allow': string
  honeypot: string
  challenge: Challenge
}

const LEVELS: readonly { value: Level; label: string; explained: string }[] = [
  {
    value: 'off',
    label: 'Off',
    explained: 'Only the honeypot is checked. Block and allow lists are ignored.',
  },
  { value: 'lenient', label: 'Lenient', explained: 'Catches only what is almost certainly spam.' },
  {
    value: 'normal',
    label: 'Normal',
    explained: 'Catches obvious spam and learns the rest from you. Right for most forms.',
  },
  {
    value: 'strict',
    label: 'Strict',
    explained: 'Catches more spam, and sometimes a real message. Look in the spam folder now and then.',
  },
]
const CHALLENGES: readonly { value: Challenge; label: string; explained: string }[] = [
  { value: 'off', label: 'Off', explained: 'Nothing to solve.' },
  {
    value: 'score',
    label: 'Optional',
    explained:
      'A submission without a solution is more likely to be spam. Visitors notice nothing, and the form works without JavaScript.',
  },
  {
    value: 'required',
    label: 'Required',
    explained:
      'A submission without a solution is refused. Visitors need JavaScript, and sending takes them about a second longer.',
  },
]
const MAX_HONEYPOT_BYTES = 128
const SPAM: SettingsPart<'endpoints', Draft> = {
  name: 'spam',
  toDraft: ({ settings: { spam, honeypot, challenge } }) => ({
    'spam.level': spam.level,
    'spam.block': spam.block.join('\n'),
    'spam.allow': spam.allow.join('\n'),
    honeypot: honeypot ?? '',
    challenge,
  }),
  toRequest: (draft) => ({
    spam: {
      level: draft['spam.level'],
      block: readEntries(draft['spam.block']),
      allow: readEntries(draft['spam.allow']),
    },
    honeypot: draft.honeypot.trim() || null,
    challenge: draft.challenge,
  }),
  findFaults: ({ honeypot }) =>
    new TextEncoder().encode(honeypot.trim()).length > MAX_HONEYPOT_BYTES
      ? { honeypot: 'Use a shorter name.' }
      : {},
}

/** Spam filter of a form: level, lists, proof of work. */
export function SpamSection({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, SPAM)
  const { draft, error, set, bind } = edited
  const bindList = (name: 'spam.block' | 'spam.allow') => {
    const field = bind(name)
    return { ...field, error: findListFault(error, name, field.value) ?? field.error }
  }
  return (
    <SettingsForm
      title="Spam"
      description="Spam is kept in the spam folder with the reasons. It isn't emailed and doesn't count toward your quota."
      guide="/docs/spam"
      edited={edited}
    >
      <Choices
        label="Filter"
        value={draft['spam.level']}
        choices={LEVELS}
        onChange={(level) => set({ 'spam.level': level })}
      />
      {draft['spam.level'] === 'off' ? null : <Learning />}
      <ListField
        label="Block list"
        empty="Empty"
        hint="Always spam. One per line: a word or phrase, a domain such as example.com, or an email address."
        {...bindList('spam.block')}
      />
      <ListField
        label="Allow list"
        empty="Empty"
        hint="Never spam. One per line, as above; an address or a domain counts only as the sender's. Wins over the block list."
        {...bindList('spam.allow')}
      />
      <TextField
        label="Honeypot field"
        hint="Name of a hidden field that only bots fill in. _gotcha always works."
        autoComplete="off"
        spellCheck={false}
        {...bind('honeypot')}
      />
      <Choices
        label="Proof of work"
        hint="The visitor's browser solves a small task in the background. No clicks, no cookies, no other company."
        value={draft.challenge}
        choices={CHALLENGES}
        onChange={(challenge) => set({ challenge })}
      />
      {draft.challenge === 'off' ? null : (
        <CodeBlock
          caption="Add data-challenge to your form, and this to its page"
          code={`${scriptTag(endpoint.endpoint_url)}\n\n<form action="${endpoint.endpoint_url}" method="post" data-challenge>`}
        />
      )}
    </SettingsForm>
  )
}

/** Says how far the filter is with learning from the owner. */
function Learning() {
  const { data: account } = useAccount()
  if (!account) return null
  const { learned } = account
  return (
    <p className="text-sm text-muted text-pretty">
      {describeLearning(learned)}{' '}
      {hasLearned(learned)
        ? 'What you mark as spam, archive or answer still teaches it, for all your forms.'
        : 'Mark spam, and archive or answer real messages to teach it, for all your forms.'}
    </p>
  )
}

/** Returns the sentence for the list that was refused, with the wrong entry; null for the other list. */
function findListFault(error: ApiError | null, list: string, text: string): string | null {
  if (!error?.field?.startsWith(list)) return null
  const entry = readEntries(text)[Number(error.field.slice(list.length + 1) || -1)]
  return entry === undefined ? error.message : `“${entry}”: ${error.message}`
}
