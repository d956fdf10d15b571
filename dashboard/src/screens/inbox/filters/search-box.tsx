import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTypedSearch } from '../../../controls/fields/typed-search.ts'
import { Icon } from '../../../controls/icon.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { useShortcuts } from '../../../keyboard/shortcuts.ts'
import { t } from '../../../language/texts.ts'

/** Returns examples of words of a search, each with what it means. */
function listHints(): readonly (readonly [example: string, means: string])[] {
  return [
    ['from:ada', t('inbox.search.sender')],
    ['company:acme', t('inbox.search.field')],
    ['"two words"', t('inbox.search.phrase')],
    ['is:unread', t('inbox.search.unread')],
    ['after:2026-11-01', t('inbox.search.date', { word: 'before:' })],
  ]
}

/** Search field of the folder, bound to the URL. Down or Enter moves to the list. */
export function SearchBox(props: {
  q: string | undefined
  onSearch: (q: string | undefined) => void
  onLeave: () => void
  /** Shows the field, which is hidden on phones. */
  onReveal: () => void
}) {
  const { q, onSearch, onLeave, onReveal } = props
  const { text, setText, searchNow } = useTypedSearch(q, onSearch)
  const [focused, setFocused] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const hints = useId()
  const find = () => {
    flushSync(onReveal)
    box.current?.select()
  }
  useShortcuts([{ keys: '/', does: t('shell.words.search'), group: 'list', run: find }])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      if (text === '') box.current?.blur()
      setText('')
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault()
      searchNow()
      onLeave()
    }
  }
  return (
    <search className="relative min-w-0 flex-1">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 start-2.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={box}
        type="search"
        aria-label={t('shell.words.search')}
        aria-describedby={hints}
        placeholder={t('shell.words.search')}
        dir={text === '' ? undefined : 'auto'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="h-9 w-full rounded-md border border-edge bg-card pe-9 ps-9 text-base pointer-coarse:text-[1rem] transition-colors hover:border-ink pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? null : (
        <IconButton
          icon="close"
          label={t('inbox.search.clear')}
          onClick={() => {
            setText('')
            box.current?.focus()
          }}
          className="absolute top-1/2 end-0.5 size-8! -translate-y-1/2"
        />
      )}
      <div
        id={hints}
        hidden={!focused || text !== ''}
        className="floating pointer-events-none absolute inset-x-0 top-full z-10 mt-1 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 p-3 text-sm hidden:hidden"
      >
        {listHints().map(([example, means]) => (
          <span key={example} className="contents">
            <code dir="ltr">{example}</code>
            <span className="text-muted">{means}</span>
          </span>
        ))}
      </div>
    </search>
  )
}
