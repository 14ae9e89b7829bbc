import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { minSearchLength, recordSearch } from '#contract/desk/record-search.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useDebounced } from '#web/base/page/use-debounced.ts'
import { SearchDialog } from '#web/ui/search-dialog.tsx'
import type { FrameAction } from './frame-actions.tsx'
import type { Entry } from './menu-entries.ts'
import css from './palette.module.css'
import { actionItems, groupsFor, menuItems, type PaletteItem, recordItem } from './palette-items.tsx'
import { paletteWords } from './palette-words.ts'
import { addRecentChoice, readRecentChoices } from './recent-choices.ts'

const pauseMs = 200

/** The records that match the text, within what the person may see; `isBusy` while they are on their way. */
const useRecords = (text: string) => {
  const t = useLocalize()
  const query = text.trim()
  const debounced = useDebounced(query, pauseMs)
  const isEnabled = [...debounced].length >= minSearchLength
  const {
    data = [],
    isFetching,
    error,
  } = useAnswer(recordSearch.records, { text: debounced }, { enabled: isEnabled, gcTime: 60_000, retry: false })
  return {
    items: debounced === query && isEnabled ? data.flatMap((record) => recordItem(record, t) ?? []) : [],
    isBusy: isFetching || (debounced !== query && [...query].length >= minSearchLength),
    error: isEnabled ? error : null,
  }
}

const useOpenItem = (onClose: () => void) => {
  const navigate = useNavigate()
  return ({ key, target, record }: PaletteItem) => {
    // an action of a record can only be found with the record
    if (!key.startsWith('act:')) addRecentChoice({ key, record })
    // closed first, so that it does not take the focus from what opens
    flushSync(onClose)
    if ('run' in target) return target.run()
    if (target.isExternal) return void window.open(target.path, '_blank', 'noopener,noreferrer')
    void navigate(target.path, { state: target.state })
    // the person searched for the page, so focus moves there
    document.getElementById('main')?.focus()
  }
}

const keysWords: readonly (readonly [keys: readonly string[], meaning: Text])[] = [
  [
    ['↑', '↓'],
    ['选择', 'Select'],
  ],
  [['Enter'], ['打开', 'Open']],
  [['Esc'], words.close],
]

const KeyHints = () => {
  const t = useLocalize()
  return keysWords.map(([keys, meaning]) => (
    <span key={keys[0]} className={css.hint}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {t(meaning)}
    </span>
  ))
}

interface StatusOf {
  readonly count: number
  readonly isBusy: boolean
  readonly hasFailed: boolean
  readonly text: string
}

const statusOf = ({ count, isBusy, hasFailed, text }: StatusOf): Text => {
  if (hasFailed)
    return ['数据搜索失败，仅列出菜单和操作', 'Records could not be searched; only menus and actions are listed']
  if (isBusy) return ['正在搜索数据…', 'Searching records…']
  if (count > 0) return [`${count} 项结果`, `Results: ${count}`]
  return text.trim()
    ? ['没有匹配的菜单、数据或操作', 'No menus, records or actions match']
    : ['输入名称、编号、拼音或首字母', 'Type a name or a number']
}

interface Props {
  /** Pages without a menu. */
  readonly pages: readonly Entry[]
  readonly entries: readonly Entry[]
  readonly actions: readonly FrameAction[]
  /** The input before the palette could open. */
  readonly initialText: () => string
  readonly onClose: () => void
}

/** Finds menus, records and actions by name: menus also by pinyin and other words, records also by number. */
export const Palette = ({ pages, entries, actions, initialText, onClose }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const [text, setText] = useState(initialText)
  const [recent] = useState(readRecentChoices)
  const records = useRecords(text)
  const openItem = useOpenItem(onClose)
  const groups = groupsFor(
    text,
    {
      menus: menuItems(pages, entries),
      records: records.items,
      actions: actionItems(entries, actions, t, may),
      recent,
    },
    t,
    may,
  )
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const hasFailed = records.error !== null
  return (
    <SearchDialog
      label={t(paletteWords)}
      placeholder={t(['搜索菜单、数据或操作', 'Search menus, records or actions'])}
      closeWords={t(words.close)}
      text={text}
      onText={setText}
      groups={groups}
      choose={openItem}
      onClose={onClose}
      status={t(statusOf({ count, isBusy: records.isBusy, hasFailed, text }))}
      isStatusVisible={count === 0 || records.isBusy || hasFailed}
      footer={<KeyHints />}
    />
  )
}
