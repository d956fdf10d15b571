import { scriptTag } from '../../../../../src/snippets/script-tag.ts'
import { useAccount } from '../../../api/accounts/account.ts'
import type { ApiError } from '../../../api/client/api-error.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { CodeBlock } from '../../../controls/code-block.tsx'
import { Choices } from '../../../controls/fields/choices.tsx'
import { ListField } from '../../../controls/fields/list-field.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { sentenceSpace } from '../../../language/sentences.ts'
import { t } from '../../../language/texts.ts'
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

const MAX_ENTRY_LENGTH = 100
const MAX_ENTRIES = 500
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
      ? { honeypot: t('endpoint.spam.faults.honeypot') }
      : {},
}

function listLevels() {
  return [
    { value: 'off', label: t('endpoint.spam.levels.off'), explained: t('endpoint.spam.levels.offText') },
    {
      value: 'lenient',
      label: t('endpoint.spam.levels.lenient'),
      explained: t('endpoint.spam.levels.lenientText'),
    },
    {
      value: 'normal',
      label: t('endpoint.spam.levels.normal'),
      explained: t('endpoint.spam.levels.normalText'),
    },
    {
      value: 'strict',
      label: t('endpoint.spam.levels.strict'),
      explained: t('endpoint.spam.levels.strictText'),
    },
  ] as const satisfies readonly { value: Level; label: string; explained: string }[]
}

function listChallenges() {
  return [
    { value: 'off', label: t('endpoint.spam.work.off'), explained: t('endpoint.spam.work.offText') },
    {
      value: 'score',
      label: t('endpoint.spam.work.optional'),
      explained: t('endpoint.spam.work.optionalText'),
    },
    {
      value: 'required',
      label: t('endpoint.spam.work.required'),
      explained: t('endpoint.spam.work.requiredText'),
    },
  ] as const satisfies readonly { value: Challenge; label: string; explained: string }[]
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
      title={t('shell.words.spam')}
      description={t('endpoint.spam.text')}
      guide="/docs/spam"
      edited={edited}
    >
      <Choices
        label={t('endpoint.spam.filter')}
        value={draft['spam.level']}
        choices={listLevels()}
        onChange={(level) => set({ 'spam.level': level })}
      />
      {draft['spam.level'] === 'off' ? null : <Learning />}
      <ListField
        label={t('endpoint.spam.block')}
        empty={t('endpoint.spam.empty')}
        hint={t('endpoint.spam.blockHint')}
        dir="auto"
        {...bindList('spam.block')}
      />
      <ListField
        label={t('endpoint.spam.allow')}
        empty={t('endpoint.spam.empty')}
        hint={t('endpoint.spam.allowHint')}
        dir="auto"
        {...bindList('spam.allow')}
      />
      <TextField
        label={t('endpoint.spam.honeypot')}
        hint={t('endpoint.spam.honeypotHint', { field: '_gotcha' })}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        {...bind('honeypot')}
      />
      <Choices
        label={t('endpoint.spam.work.label')}
        hint={t('endpoint.spam.work.hint')}
        value={draft.challenge}
        choices={listChallenges()}
        onChange={(challenge) => set({ challenge })}
      />
      {draft.challenge === 'off' ? null : (
        <CodeBlock
          caption={t('endpoint.spam.work.markup', { attribute: 'data-challenge' })}
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
      {describeLearning(learned)}
      {sentenceSpace}
      {hasLearned(learned) ? t('endpoint.spam.teaching') : t('endpoint.spam.teach')}
    </p>
  )
}

/** Returns the sentence for the list that was refused, with the wrong entry; null for the other list. */
function findListFault(error: ApiError | null, list: string, text: string): string | null {
  if (!error?.field?.startsWith(list)) return null
  const entry = readEntries(text)[Number(error.field.slice(list.length + 1) || -1)]
  if (entry === undefined) return t('endpoint.spam.faults.list', { most: String(MAX_ENTRIES) })
  if (entry.includes('://')) return t('endpoint.spam.faults.url', { entry })
  return entry.length > MAX_ENTRY_LENGTH
    ? t('endpoint.spam.faults.long', { entry, most: String(MAX_ENTRY_LENGTH) })
    : t('endpoint.spam.faults.entry', { entry })
}
