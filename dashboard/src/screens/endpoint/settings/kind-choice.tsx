import {
  FILE_GROUPS,
  FILE_KINDS,
  type FileGroup,
  type FileKind,
} from '../../../../../src/domain/files/file-kinds.ts'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { chooseKinds, listChosenKinds } from './file-settings.ts'

const GROUP_NAMES: Readonly<Record<FileGroup, string>> = {
  images: 'Images',
  documents: 'Documents',
  audio: 'Audio',
  video: 'Video',
  archives: 'Archives',
}
const NOTES: Readonly<Partial<Record<FileGroup, string>>> = {
  documents:
    'docm, xlsm and pptm contain macros, and so may doc, xls and ppt: programs that run when somebody opens the file.',
  archives: 'Archives are not unpacked: they can contain any kind of file.',
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
    onChange(chooseKinds(accept, { kinds, are: isChosen ? 'chosen' : 'not chosen' }))
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
      <legend className="sr-only">{GROUP_NAMES[group]}</legend>
      <div className="font-semibold">
        <Checkbox
          label={`Usual ${GROUP_NAMES[group].toLowerCase()}`}
          checked={number === 0 ? false : number === usual.length || 'some'}
          onChange={(isChosen) => choose(usual, isChosen)}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap gap-x-4 gap-y-1">{usual.map(box)}</div>
        {rarer.length === 0 ? null : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-sm text-muted">Rarer:</span>
            {rarer.map(box)}
          </div>
        )}
        {NOTES[group] === undefined ? null : <p className="text-sm text-muted text-pretty">{NOTES[group]}</p>}
      </div>
    </fieldset>
  )
}
