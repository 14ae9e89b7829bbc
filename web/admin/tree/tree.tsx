import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import css from './tree.module.css'
import { afterKey, type Row } from './tree-rows.ts'
import type { TreeModel } from './use-tree.ts'

interface Props {
  readonly label: string
  readonly branches: TreeModel
  /** The selected node, or a set if several can be selected. */
  readonly chosen: string | ReadonlySet<string>
  readonly choose: (key: string) => void
}

const useTitle = () => {
  const t = useLocalize()
  return ({ kind, title }: Row) => {
    if (kind === 'more') return t(['显示更多', 'Show more'])
    if (kind === 'waiting') return t(words.loading)
    return kind === 'failed' ? `${title} ${t(words.retry)}` : title
  }
}

const itemsIn = (box: HTMLElement | null) => box?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []

const idOf = ({ kind, key }: Row) => `${kind}-${key}`

const isSelected = ({ kind, key }: Row, chosen: Props['chosen']): boolean =>
  kind === 'node' && (typeof chosen === 'string' ? key === chosen : chosen.has(key))

/** Scrolls once to the selected node, as soon as it is loaded; users may scroll away. */
const useScrollToSelected = (box: RefObject<HTMLElement | null>, rows: readonly Row[], chosen: Props['chosen']) => {
  const selected = typeof chosen === 'string' ? chosen : null
  const placeOf = (node: string | null) => rows.findIndex(({ kind, key }) => kind === 'node' && key === node)
  const isPresent = placeOf(selected) >= 0
  const scrollTo = useEffectEvent((node: string) =>
    itemsIn(box.current)[placeOf(node)]?.scrollIntoView({ block: 'nearest' }),
  )
  useEffect(() => {
    if (selected !== null && isPresent) scrollTo(selected)
  }, [selected, isPresent])
}

interface LineProps {
  readonly row: Row
  readonly isTabStop: boolean
  /** Undefined if the line is not a node. */
  readonly isSelected: boolean | undefined
  /** Whether the line is the root, which is always expanded. */
  readonly isRoot: boolean
  readonly act: () => void
  readonly toggle: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const TreeLine = ({ row, isTabStop, isSelected, isRoot, act, toggle, onKeyDown }: LineProps) => {
  const titleOf = useTitle()
  return (
    <div
      role="treeitem"
      tabIndex={isTabStop ? 0 : -1}
      aria-level={row.depth}
      aria-expanded={row.isOpen ?? undefined}
      aria-selected={isSelected}
      className={css.row}
      data-kind={row.kind}
      style={{ paddingInlineStart: 4 + (row.depth - 1) * 16 }}
      onClick={act}
      onKeyDown={onKeyDown}
    >
      <span
        className={css.turn}
        aria-hidden="true"
        onClick={(event) => {
          if (row.isOpen === null) return
          event.stopPropagation()
          toggle()
        }}
      >
        {row.isOpen === null || isRoot ? null : <ChevronRightIcon />}
      </span>
      <span className={css.title} title={row.kind === 'node' ? row.title : undefined}>
        {titleOf(row)}
      </span>
    </div>
  )
}

/**
 * A lazily loaded tree with a single tab stop: the arrow keys move and expand, Enter selects (ARIA Authoring Practices, tree
 * view).
 */
export const Tree = ({ label, branches: { rows, root, toggle, loadMore }, chosen, choose }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  useScrollToSelected(box, rows, chosen)
  const focusedIndex = rows.findIndex((row) => idOf(row) === focusedId)
  const selectedIndex = rows.findIndex((row) => isSelected(row, chosen))
  const tabStop = focusedIndex < 0 ? Math.max(0, selectedIndex) : focusedIndex
  const act = (row: Row) => {
    setFocusedId(idOf(row))
    if (row.kind === 'node') {
      choose(row.key)
      if (row.isOpen === false) toggle(row.key)
    } else if (row.kind !== 'waiting') loadMore(row.key)
  }
  const handleKey = (event: KeyboardEvent, row: Row, i: number) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return act(row)
    }
    const { to, toggle: isToggle } = afterKey(rows, i, event.key)
    if (to === undefined && !isToggle) return
    event.preventDefault()
    if (isToggle) return toggle(row.key)
    const next = rows[to ?? 0]
    if (!next) return
    setFocusedId(idOf(next))
    itemsIn(box.current)[to ?? 0]?.focus()
  }
  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      aria-multiselectable={typeof chosen === 'string' ? undefined : true}
      className={css.tree}
    >
      {rows.map((row, i) => (
        <TreeLine
          key={idOf(row)}
          row={row}
          isTabStop={i === tabStop}
          isSelected={row.kind === 'node' ? isSelected(row, chosen) : undefined}
          isRoot={row.key === root}
          act={() => act(row)}
          toggle={() => toggle(row.key)}
          onKeyDown={(event) => handleKey(event, row, i)}
        />
      ))}
    </div>
  )
}
