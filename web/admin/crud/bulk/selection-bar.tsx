import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { XIcon } from '#web/ui/icons.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { type List, maxLoadedRows, type Paging, pageIdsOf } from '../sources/list-source.ts'
import css from './selection-bar.module.css'

interface Props {
  readonly list: List
  /** Further actions on the selected rows. */
  readonly children: ReactNode
}

/** The bar has this many actions besides removal; the others are in its menu. On a phone all of them are. */
const maxBarActions = 3

interface SelectAllProps {
  readonly list: List
  readonly paging: Paging
  /** Receives the focus once all rows are selected. */
  readonly focusNext: RefObject<HTMLElement | null>
}

/** Selects all rows that match the filters, on all pages. */
const SelectAll = ({ list: { source, selected }, paging, focusNext }: SelectAllProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const { filterKey } = paging
  const latestKey = useRef<string | null>(null)
  useEffect(() => {
    latestKey.current = filterKey
    return () => {
      latestKey.current = null
    }
  }, [filterKey])
  const total = paging.total ?? 0
  const count = Math.min(total, maxLoadedRows)
  const pageIds = pageIdsOf(source) ?? []
  const isPageSelected = pageIds.every((id) => selected.rows.some((row) => row.id === id))
  if (selected.filterKey === filterKey || (isPageSelected && total <= pageIds.length)) return null
  const figure = count.toLocaleString('zh-CN')
  const label: Text =
    total > count || paging.capped
      ? [`选择前 ${figure} 项`, `Select the first ${figure}`]
      : [`选择全部 ${figure} 项`, `Select all ${figure}`]
  const selectAll = async () => {
    setBusy(true)
    try {
      const rows = await paging.loadAll()
      // the filters may have changed, or the selection been cleared, meanwhile
      if (latestKey.current !== filterKey) return
      selected.setAll(rows, filterKey)
      focusNext.current?.focus()
    } catch (error) {
      toaster.error(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="link" busy={busy} onClick={() => void selectAll()}>
      {t(label)}
    </Button>
  )
}

/** Why none of the selected rows can be removed. */
const allProtected: Text = ['所选均为平台内置或不可删除的数据', 'None of the selected rows can be deleted']

/** Removes the selected rows; the reason takes its place if none of them can be removed. */
const RemoveSelected = ({ list: { records, selected, isProtected } }: Omit<Props, 'children'>) => {
  const t = useLocalize()
  const { rows } = selected
  if (!records.may.remove) return null
  if (rows.every(isProtected)) return <span className="muted regular">{t(allProtected)}</span>
  return (
    <Button kind="danger" onClick={() => records.remove(rows)}>
      {t(words.remove)}
    </Button>
  )
}

/** The actions on the selected rows; what does not fit is in a menu. Removal is last, as in the toolbar. */
const Actions = ({ list, children }: Props) => {
  const { records, selected } = list
  const { rows } = selected
  const t = useLocalize()
  const isNarrow = useScreenSize() === 0
  const actions = records.bulkButtons(rows)
  const inBar = isNarrow ? [] : actions.slice(0, maxBarActions)
  const inMenu = actions.slice(inBar.length)
  const press = (action: (typeof actions)[number]) => records.runAction(action, rows)
  return (
    <>
      {inBar.map((action) => (
        <Button key={action.name} kind={action.button.danger ? 'danger' : 'plain'} onClick={() => press(action)}>
          {t(action.button.label)}
        </Button>
      ))}
      {inMenu.length ? (
        <Dropdown
          opener={buttonClass()}
          label={t(isNarrow ? ['批量操作', 'Bulk actions'] : words.more)}
          name={t(['批量操作', 'Bulk actions'])}
        >
          {inMenu.map((action) => (
            <button
              key={action.name}
              type="button"
              className={action.button.danger ? css.danger : undefined}
              onClick={() => press(action)}
            >
              {t(action.button.label)}
            </button>
          ))}
        </Dropdown>
      ) : null}
      {children}
      <RemoveSelected list={list} />
    </>
  )
}

/** Takes the place of the toolbar while rows are selected: how many, all of them, what can be done with them. */
export const SelectionBar = ({ list, children }: Props) => {
  const { paging } = list.source
  const t = useLocalize()
  const clearButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={clearButton}
        type="button"
        className={iconButtonClass(css.clear)}
        aria-label={t(['取消选择', 'Clear selection'])}
        title={t(['取消选择', 'Clear selection'])}
        onClick={list.selected.clear}
      >
        <XIcon aria-hidden="true" />
      </button>
      {paging ? <SelectAll list={list} paging={paging} focusNext={clearButton} /> : null}
      <Actions list={list}>{children}</Actions>
    </>
  )
}
