import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { useKeys } from '#web/ui/keys.ts'
import { MenuIcon } from './icons.tsx'
import { type Entry, searchEntries } from './menu-entries.ts'
import css from './menu-search.module.css'

const nameWords: Text = ['搜索菜单', 'Find a menu']

/** Returns a function that opens the target of an entry. */
const useOpen = () => {
  const navigate = useNavigate()
  return ({ path, isExternal }: Entry) =>
    isExternal ? void window.open(path, '_blank', 'noopener,noreferrer') : void navigate(path)
}

/** The typed text, the matches, and the match that Enter opens: the first, until an arrow key selects another. */
const useSearching = (entries: readonly Entry[]) => {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const matches = text.trim() ? searchEntries(entries, text) : null
  const type = (next: string) => {
    setText(next)
    setAt(0)
  }
  const step = (by: 1 | -1) => matches?.length && setAt((at + by + matches.length) % matches.length)
  return { text, type, matches, active: matches?.[at], step }
}

interface MatchesProps {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly active: Entry | undefined
  readonly choose: (entry: Entry) => void
}

const optionId = (listId: string, { code }: Entry) => `${listId}-${code}`

const Matches = ({ id, entries, active, choose }: MatchesProps) => {
  const t = useLocalize()
  return (
    <div id={id} role="listbox" aria-label={t(nameWords)} hidden={entries.length === 0} className={css.matches}>
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
        <div
          key={entry.code}
          id={optionId(id, entry)}
          role="option"
          tabIndex={-1}
          aria-selected={entry === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(entry)}
        >
          <MenuIcon source={entry.icon} />
          <span>{entry.label}</span>
        </div>
      ))}
    </div>
  )
}

interface Props {
  /** All searchable entries; a selected top menu does not narrow them. */
  readonly entries: readonly Entry[]
  /** Called when a search starts or ends; the results replace the menu while it runs. */
  readonly onSearch: (isOn: boolean) => void
}

/** Finds a menu by any part of its name: the arrow keys select, Enter opens, Escape clears. */
export const MenuSearch = ({ entries, onSearch }: Props) => {
  const t = useLocalize()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const open = useOpen()
  const { text, type, matches, active, step } = useSearching(entries)
  const change = (next: string) => {
    type(next)
    onSearch(next.trim() !== '')
  }
  const choose = (entry: Entry) => {
    change('')
    open(entry)
    // the user searched for the page, so focus moves there
    if (!entry.isExternal) document.getElementById('main')?.focus()
  }
  const focus = () => {
    box.current?.focus()
    return box.current !== null
  }
  useKeys([{ key: 'm', words: t(nameWords), act: focus }])
  const handleKey = (event: KeyboardEvent) => {
    const actionsByKey: Readonly<Record<string, () => unknown>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => active && choose(active),
      Escape: () => change(''),
    }
    const act = event.nativeEvent.isComposing || !text ? undefined : actionsByKey[event.key]
    if (!act) return
    event.preventDefault()
    // Escape clears the search first; the menu overlay of a small screen stays open
    event.stopPropagation()
    act()
  }
  return (
    <>
      <input
        ref={box}
        className={css.search}
        type="search"
        role="combobox"
        aria-label={t(nameWords)}
        aria-autocomplete="list"
        aria-expanded={Boolean(matches?.length)}
        aria-controls={id}
        aria-activedescendant={active ? optionId(id, active) : undefined}
        placeholder={t(nameWords)}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={handleKey}
      />
      <Matches id={id} entries={matches ?? []} active={active} choose={choose} />
      <p role="status" className={css.none}>
        {matches?.length === 0 ? t(['没有发现菜单', 'No menus found']) : null}
      </p>
    </>
  )
}
