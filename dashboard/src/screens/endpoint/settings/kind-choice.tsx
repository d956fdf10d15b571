import {
  FILE_GROUPS,
  FILE_KINDS,
  type FileGroup,
  type FileKind,
} from '../../../../../src/domain/files/file-kinds.ts'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { type PlainKey, t } from '../../../language/texts.ts'
import { chooseKinds, listChosenKinds } from './file-settings.ts'

/** `usual`: label of the box for all kinds that are not rare. */
const GROUPS: Readonly<Record<FileGroup, { name: PlainKey; usual: PlainKey; note?: PlainKey }>> = {
  images: { name: 'endpoint.kinds.images', usual: 'endpoint.kinds.usualImages' },
  documents: {
    name: 'endpoint.kinds.documents',
    usual: 'endpoint.kinds.usualDocuments',
    note: 'endpoint.kinds.documentsNote',
  },
  audio: { name: 'endpoint.kinds.audio', usual: 'endpoint.kinds.usualAudio' },
  video: { name: 'endpoint.kinds.video', usual: 'endpoint.kinds.usualVideo' },
  archives: {
    name: 'endpoint.kinds.archives',
    usual: 'endpoint.kinds.usualArchives',
    note: 'endpoint.kinds.archivesNote',
  },
}

/** Kinds of files by group, each with a checkbox. */
export function KindChoice(props: {
  accept: string
  onChange: (accept: string) => void
  error: string | null
}) {
  const { accept, onChange, error } = props
  const chosen = new Set(listChosenKinds(accept))
  const choose = (kinds: readonly FileKind[], isChosen: boolean) =>
    onChange(chooseKinds(accept, { kinds, are: isChosen ? 'chosen' : 'left' }))
  return (
    <div className="flex flex-col gap-1.5">
      <div className="divide-y rounded-md border border-edge">
        {FILE_GROUPS.map((group) => (
          <Group key={group} group={group} chosen={chosen} choose={choose} />
        ))}
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}

function Group(props: {
  group: FileGroup
  chosen: ReadonlySet<FileKind>
  choose: (kinds: readonly FileKind[], isChosen: boolean) => void
}) {
  const { group, chosen, choose } = props
  const { name, usual: usualLabel, note } = GROUPS[group]
  const kinds = FILE_KINDS.filter((kind) => kind.group === group)
  const usual = kinds.filter(({ isDefault }) => isDefault)
  const rarer = kinds.filter(({ isDefault }) => !isDefault)
  const number = usual.filter((kind) => chosen.has(kind)).length
  const box = (kind: FileKind) => (
    <Checkbox
      key={kind.suffixes[0]}
      label={kind.suffixes[0]}
      checked={chosen.has(kind)}
      onChange={(isChosen) => choose([kind], isChosen)}
    />
  )
  return (
    <fieldset className="grid gap-x-4 gap-y-1 px-3 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <legend className="sr-only">{t(name)}</legend>
      <div className="font-semibold">
        <Checkbox
          label={t(usualLabel)}
          checked={number === 0 ? false : number === usual.length || 'some'}
          onChange={(isChosen) => choose(usual, isChosen)}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap gap-x-4 gap-y-1">{usual.map(box)}</div>
        {rarer.length === 0 ? null : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-sm text-muted">{t('endpoint.kinds.rarer')}</span>
            {rarer.map(box)}
          </div>
        )}
        {note === undefined ? null : <p className="text-sm text-muted text-pretty">{t(note)}</p>}
      </div>
    </fieldset>
  )
}
