import { scriptTag } from '../../../../src/snippets/script-tag.ts'
import { useAccount } from '../../api/accounts/account.ts'
import type { Endpoint, SettingsRequest } from '../../api/schema.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Choices } from '../../controls/fields/choices.tsx'
import { TextArea } from '../../controls/fields/text-field.tsx'
import { describeLearning, hasLearned } from '../../shell/learning.ts'
import { type SettingsPart, useSettingsDraft } from '../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../shell/owned/settings-form.tsx'
import { findListFault, readEntries } from './spam-lists.ts'

type Settings = Endpoint['settings']
type Level = Settings['spam']['level']
type Challenge = Settings['challenge']
/** Lists have one entry a line. */
type Draft = { 'spam.level': Level; 'spam.block': string; 'spam.allow': string; challenge: Challenge }

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
const SPAM: SettingsPart<'endpoints', Draft> = { toDraft, listChanges }

/** Spam filter of a form: level, lists, proof of work. */
export function SpamSection({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, SPAM)
  const { draft, error, set, bind } = edited
  return (
    <SettingsForm
      title="Spam"
      description={
        <>
          Spam is kept in the spam folder with the reasons. It isn't emailed and doesn't count toward your
          quota.{' '}
          <a href="/docs/spam" className="whitespace-nowrap text-accent underline">
            How it works
          </a>
        </>
      }
      edited={edited}
    >
      <Choices
        label="Filter"
        value={draft['spam.level']}
        choices={LEVELS}
        onChange={(level) => set({ 'spam.level': level })}
      />
      {draft['spam.level'] === 'off' ? null : <Learning />}
      <TextArea
        label="Block list"
        hint="Always spam. One per line: a word or phrase, a domain such as example.com, or an email address."
        {...bind('spam.block')}
        rows={5}
        spellCheck={false}
        autoCapitalize="off"
        error={findListFault(error, { list: 'block', text: draft['spam.block'] })}
      />
      <TextArea
        label="Allow list"
        hint="Never spam. One per line, as above; an address or a domain counts only as the sender's. Wins over the block list."
        {...bind('spam.allow')}
        rows={5}
        spellCheck={false}
        autoCapitalize="off"
        error={findListFault(error, { list: 'allow', text: draft['spam.allow'] })}
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

function toDraft({ settings }: Endpoint): Draft {
  const { level, block, allow } = settings.spam
  return {
    'spam.level': level,
    'spam.block': block.join('\n'),
    'spam.allow': allow.join('\n'),
    challenge: settings.challenge,
  }
}

function listChanges(draft: Draft, before: Draft): SettingsRequest {
  const [block, allow] = [readEntries(draft['spam.block']), readEntries(draft['spam.allow'])]
  const spam = {
    ...(draft['spam.level'] === before['spam.level'] ? {} : { level: draft['spam.level'] }),
    ...(block.join('\n') === before['spam.block'] ? {} : { block }),
    ...(allow.join('\n') === before['spam.allow'] ? {} : { allow }),
  }
  return {
    ...(Object.keys(spam).length === 0 ? {} : { spam }),
    ...(draft.challenge === before.challenge ? {} : { challenge: draft.challenge }),
  }
}
