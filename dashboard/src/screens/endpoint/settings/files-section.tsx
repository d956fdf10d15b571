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
import { bytesText, count } from '../../../controls/numbers.ts'
import { joinByCommas } from '../../../language/lists.ts'
import { t } from '../../../language/texts.ts'
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

function listKinds() {
  return [
    {
      value: 'usual',
      label: t('endpoint.files.kinds.usual'),
      explained: joinByCommas(listDefaultKinds().map(({ suffixes }) => suffixes[0])),
    },
    {
      value: 'chosen',
      label: t('endpoint.files.kinds.chosen'),
      explained: t('endpoint.files.kinds.chosenText'),
    },
  ] as const
}

function listWays() {
  return [
    { value: 'link', label: t('endpoint.files.ways.link'), explained: t('endpoint.files.ways.linkText') },
    {
      value: 'attach',
      label: t('endpoint.files.ways.attach'),
      explained: t('endpoint.files.ways.attachText'),
    },
  ] as const
}

/** Files that visitors attach: kinds, number, size, and how emails contain them. */
export function FilesSection({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, FILES_PART)
  const { draft, set, bind } = edited
  const plan = useMe().data?.plan
  const isOn = draft['files.on'] === 'on'
  const isUsual = draft['files.accept'] === ''
  return (
    <SettingsForm
      title={t('endpoint.sections.files')}
      description={t('endpoint.files.text')}
      guide="/docs/files"
      edited={edited}
    >
      <Switch
        label={t('endpoint.files.accept')}
        hint={plan && describePlan(plan)}
        checked={isOn}
        disabled={plan?.files_per_submission === 0 && !isOn}
        onChange={(next) => set({ 'files.on': next ? 'on' : 'off' })}
      />
      {isOn && isUnconfirmed(endpoint) ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-sm text-warn">
          {t('endpoint.files.unconfirmed')}
        </p>
      ) : null}
      {isOn ? (
        <>
          <Choices
            label={t('endpoint.files.kinds.label')}
            hint={t('endpoint.files.kinds.hint')}
            value={isUsual ? 'usual' : 'chosen'}
            choices={listKinds()}
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
            label={t('endpoint.files.number')}
            inputMode="numeric"
            autoComplete="off"
            className="[&_input]:max-w-40"
            {...(plan ? describeMaxFiles(plan, readNumber(draft['files.max_files'])) : {})}
            {...bind('files.max_files')}
          />
          <TextField
            label={t('endpoint.files.size')}
            autoComplete="off"
            spellCheck={false}
            className="[&_input]:max-w-40"
            {...(plan ? describeLargest(plan, readSize(draft['files.max_bytes'])) : {})}
            {...bind('files.max_bytes')}
          />
          <Choices
            label={t('endpoint.files.ways.label')}
            value={draft['files.attach']}
            choices={listWays()}
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
      caption={t('endpoint.files.markup', { attribute: 'enctype' })}
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
  if (files === 0) return t('endpoint.files.plan.none')
  return t('endpoint.files.plan.limits', {
    count: files,
    each: bytesText(file_bytes),
    together: bytesText(submission_bytes),
    stored: bytesText(stored_bytes),
  })
}

/** Returns the placeholder and the hint of the number of files. */
function describeMaxFiles({ files_per_submission: limit }: Plan, maxFiles: number | null) {
  const isMore = maxFiles !== null && maxFiles > limit
  return {
    placeholder: count(limit),
    hint: isMore
      ? t('endpoint.files.plan.fewer', { limit: count(limit) })
      : t('endpoint.files.plan.numberHint'),
  }
}

/** Returns the placeholder and the hint of the size of a file. */
function describeLargest({ file_bytes, submission_bytes }: Plan, size: number | null) {
  const limit = Math.min(file_bytes, submission_bytes)
  const isMore = size !== null && size > limit
  return {
    placeholder: bytesText(limit),
    hint: isMore
      ? t('endpoint.files.plan.less', { limit: bytesText(limit) })
      : t('endpoint.files.plan.sizeHint'),
  }
}
