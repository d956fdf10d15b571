import { listDefaultKinds } from '../../../../../src/domain/files/file-kinds.ts'
import { encoding, fileAttributes } from '../../../../../src/snippets/file-input.ts'
import type { SnippetFiles } from '../../../../../src/snippets/snippet.ts'
import { type Plan, useMe } from '../../../api/accounts/me.ts'
import { isUnconfirmed } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { CodeBlock } from '../../../controls/code-block.tsx'
import { Choices } from '../../../controls/fields/choices.tsx'
import { Switch } from '../../../controls/fields/switch.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { bytesText, count, pluralize } from '../../../controls/numbers.ts'
import { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../../shell/owned/settings-form.tsx'
import {
  FILES_PART,
  FIRST_CHOICE,
  type FilesDraft,
  listChosenKinds,
  readNumber,
  readSize,
} from './file-settings.ts'
import { KindChoice } from './kind-choice.tsx'

const DEFAULT_NAMES = listDefaultKinds()
  .map(({ suffixes }) => suffixes[0])
  .join(', ')
const KINDS = [
  { value: 'usual', label: 'Usual files', explained: `${DEFAULT_NAMES}.` },
  { value: 'chosen', label: 'Only some', explained: 'You choose them one by one.' },
] as const
const WAYS = [
  {
    value: 'link',
    label: 'As links',
    explained: 'An email contains a link to each file, which works for 7 days. You can revoke it earlier.',
  },
  {
    value: 'attach',
    label: 'As attachments',
    explained:
      'PDF, PNG, JPEG, text and CSV files up to 5 MiB in all are part of the email. All others are links.',
  },
] as const

/** Files that visitors attach: kinds, number, size, and how emails contain them. */
export function FilesSection({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, FILES_PART)
  const { draft, set, bind } = edited
  const plan = useMe().data?.plan
  const isOn = draft['files.on'] === 'on'
  const isUsual = draft['files.accept'] === ''
  return (
    <SettingsForm
      title="Files"
      description="Visitors can attach files to what they send. Nothing is ever opened or run here."
      guide="/docs/files"
      edited={edited}
    >
      <Switch
        label="Accept files"
        hint={plan && describePlan(plan)}
        checked={isOn}
        disabled={plan?.files_per_submission === 0 && !isOn}
        onChange={(next) => set({ 'files.on': next ? 'on' : 'off' })}
      />
      {isOn && isUnconfirmed(endpoint) ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-sm text-warn">
          This form refuses files until you keep it. Saving these settings keeps it.
        </p>
      ) : null}
      {isOn ? (
        <>
          <Choices
            label="Kinds of files"
            hint="A file is recognized by its content, and its name must agree. Web pages, scripts and programs are never accepted."
            value={isUsual ? 'usual' : 'chosen'}
            choices={KINDS}
            onChange={(kinds) => set({ 'files.accept': kinds === 'usual' ? '' : FIRST_CHOICE })}
          />
          {isUsual ? null : (
            <KindChoice
              accept={draft['files.accept']}
              onChange={(accept) => set({ 'files.accept': accept })}
              error={bind('files.accept').error}
            />
          )}
          <TextField
            label="Maximum number of files"
            inputMode="numeric"
            autoComplete="off"
            className="[&_input]:max-w-40"
            {...(plan ? describeMaxFiles(plan, readNumber(draft['files.max_files'])) : {})}
            {...bind('files.max_files')}
          />
          <TextField
            label="Largest file"
            autoComplete="off"
            spellCheck={false}
            className="[&_input]:max-w-40"
            {...(plan ? describeLargest(plan, readSize(draft['files.max_bytes'])) : {})}
            {...bind('files.max_bytes')}
          />
          <Choices
            label="Files in emails"
            value={draft['files.attach']}
            choices={WAYS}
            onChange={(attach) => set({ 'files.attach': attach })}
          />
          {plan ? <Markup endpoint={endpoint} files={toSnippetFiles(plan, draft)} /> : null}
        </>
      ) : null}
    </SettingsForm>
  )
}

/** Code for a form that has no input for files yet, as the settings are being edited. */
function Markup({ endpoint, files }: { endpoint: Endpoint; files: SnippetFiles }) {
  const form = `<form action="${endpoint.endpoint_url}" method="post"${encoding(files)}>`
  return (
    <CodeBlock
      caption="Add the enctype to your form, and this input"
      code={`${form}\n\n<input ${fileAttributes(files)}>`}
    />
  )
}

function toSnippetFiles(plan: Plan, draft: FilesDraft): SnippetFiles {
  const [maxFiles, size] = [readNumber(draft['files.max_files']), readSize(draft['files.max_bytes'])]
  return {
    accept: listChosenKinds(draft['files.accept']).flatMap(({ suffixes }) =>
      suffixes.map((one) => `.${one}`),
    ),
    // A number that is being typed may be none.
    maxFiles: Math.min(maxFiles || plan.files_per_submission, plan.files_per_submission),
    maxBytes: Math.min(size || plan.file_bytes, plan.file_bytes, plan.submission_bytes),
    maxTotalBytes: plan.submission_bytes,
  }
}

function describePlan(plan: Plan): string {
  const { files_per_submission: files, file_bytes, submission_bytes, stored_bytes } = plan
  if (files === 0) return 'Your plan includes no files. The operator of this instance can change your plan.'
  const each = files === 1 ? '' : ' each'
  return (
    `Your plan includes ${pluralize(files, 'file')} per submission, up to ${bytesText(file_bytes)}${each} and ` +
    `${bytesText(submission_bytes)} together, and stores ${bytesText(stored_bytes)} in all.`
  )
}

/** Returns the placeholder and the hint of the number of files. */
function describeMaxFiles({ files_per_submission: limit }: Plan, maxFiles: number | null) {
  const hint = 'Leave empty for as many as your plan includes.'
  const isMore = maxFiles !== null && maxFiles > limit
  return { placeholder: count(limit), hint: isMore ? `Your plan includes fewer: ${count(limit)}.` : hint }
}

/** Returns the placeholder and the hint of the size of a file. */
function describeLargest({ file_bytes, submission_bytes }: Plan, size: number | null) {
  const limit = Math.min(file_bytes, submission_bytes)
  const hint = 'Such as 2 MiB or 500 KiB. Leave empty for as much as your plan includes.'
  const isMore = size !== null && size > limit
  return {
    placeholder: bytesText(limit),
    hint: isMore ? `Your plan includes less: ${bytesText(limit)}.` : hint,
  }
}
