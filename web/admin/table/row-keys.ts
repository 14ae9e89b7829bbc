import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useKeys } from '#web/ui/keys.ts'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import type { AnyRow } from '../entity/calls.ts'

type Act = ((row: AnyRow) => void) | undefined

/** What the keys do on a row. */
interface RowActs {
  readonly open?: Act
  readonly edit?: Act
  readonly select?: Act
}

const nextWords: Text = ['下一行', 'Next row']
const previousWords: Text = ['上一行', 'Previous row']
const selectWords: Text = ['选择或取消选择当前行', 'Select or deselect the row']

const rowsIn = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLTableRowElement>(':scope > tr') ?? [])]
const rowAt = (body: HTMLElement | null): HTMLTableRowElement | null =>
  document.activeElement instanceof Element && body?.contains(document.activeElement)
    ? document.activeElement.closest('tr')
    : null

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }
const isSideways = (key: string) => key === 'ArrowLeft' || key === 'ArrowRight'

/** Moves the focus between the cells of a row; the row itself comes before the first cell. */
const moveToCell = (row: HTMLTableRowElement, from: Element, step: 1 | -1) => {
  const places: HTMLElement[] = [row, ...row.cells]
  const to = places[places.indexOf(from as HTMLElement) + step]
  if (!to) return
  to.tabIndex = -1
  to.focus()
}

/** A press on a row opens it, unless it is a press on something in it, or selects text. */
const isPlainPress = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label, [popover]') === null &&
  getSelection()?.isCollapsed !== false

/** The single keys that work wherever the focus is; Enter works on the row itself. */
const useSingleKeys = (
  { open, edit, select }: RowActs,
  go: (step: 1 | -1) => boolean,
  withRow: (act: Act) => boolean,
) => {
  const t = useLocalize()
  useKeys([
    { key: 'j', words: t(nextWords), act: () => go(1) },
    { key: 'k', words: t(previousWords), act: () => go(-1) },
    ...(select ? [{ key: 'x', words: t(selectWords), act: () => withRow(select) }] : []),
    ...(open ? [{ key: 'Enter', words: t(words.view), act: () => false }] : []),
    ...(edit ? [{ key: 'e', words: t(consoleWords.edit), act: () => withRow(edit) }] : []),
  ])
}

/** A row that stays may lose the button that had the focus, such as that which stops a run: then the row gets it. */
const useRowOfLostButton = (
  rows: readonly AnyRow[],
  focused: RefObject<Element | null>,
  find: () => HTMLElement | undefined,
): void => {
  const focusRow = useEffectEvent(() => find()?.focus())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows decide which buttons there are
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) focusRow()
  }, [rows, focused])
}

/**
 * One row of a table is a tab stop: from it the arrow keys lead to other rows and to its cells, and single keys act on it. The
 * focus is in the DOM, not in React state, so moving it does not re-render the table.
 */
export const useRowKeys = (
  body: RefObject<HTMLTableSectionElement | null>,
  visibleRows: readonly AnyRow[],
  { open, edit, select }: RowActs,
  isSelectionEmpty: boolean,
) => {
  const last = useRef(0)
  const lastId = useRef('')
  const lastElement = useRef<Element | null>(null)
  const go = (step: 1 | -1): boolean => {
    const rows = rowsIn(body.current)
    const focusedRow = rowAt(body.current)
    // with two tables on a page, the keys apply to the one with the focus
    if (!focusedRow && document.activeElement?.closest('tbody')) return false
    // if the focused row is gone, the row at its position comes next
    const to = rows[Math.min(rows.length - 1, Math.max(0, focusedRow ? rows.indexOf(focusedRow) + step : last.current))]
    to?.focus()
    return to !== undefined
  }
  const focusNext = useEffectEvent(() => go(1))
  const ids = visibleRows.map(({ id }) => id).join()
  // if the focused row is gone, the row at its position gets the focus, so that the keyboard does not start over
  useEffect(() => {
    const isRemoved = lastId.current !== '' && !ids.split(',').includes(lastId.current)
    if (isRemoved && document.activeElement === document.body && !focusNext()) body.current?.closest('main')?.focus()
  }, [ids, body])
  useRowOfLostButton(visibleRows, lastElement, () =>
    rowsIn(body.current).find(({ dataset }) => dataset.id === lastId.current),
  )
  // the buttons for selected rows disappear with the selection
  useFocusIfLost(() => rowsIn(body.current).find(({ tabIndex }) => tabIndex === 0) ?? null, isSelectionEmpty)
  const withRow = (act: Act): boolean => {
    const row = visibleRows.find(({ id }) => id === rowAt(body.current)?.dataset.id)
    if (!act || !row) return false
    act(row)
    return true
  }
  useSingleKeys({ open, edit, select }, go, withRow)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    const row = rowAt(body.current)
    const isCell = target instanceof HTMLTableCellElement
    if (!row || (target !== row && !isCell) || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[key]
    if (step && isSideways(key)) moveToCell(row, target as Element, step)
    else if (step) go(step)
    else if (key === 'Enter' && open) withRow(open)
    else if (key === ' ' && select) withRow(select)
    else return
    event.preventDefault()
  }
  const onFocus = () => {
    const focusedRow = rowAt(body.current)
    if (!focusedRow) return
    const rows = rowsIn(body.current)
    last.current = rows.indexOf(focusedRow)
    lastId.current = focusedRow.dataset.id ?? ''
    lastElement.current = document.activeElement
    for (const row of rows) row.tabIndex = row === focusedRow ? 0 : -1
  }
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    if (isPlainPress(target)) withRow(open)
  }
  return { onKeyDown, onFocus, onClick }
}
