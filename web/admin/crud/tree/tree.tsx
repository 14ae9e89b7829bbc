import { RightOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
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

/**
 * A lazily loaded tree with a single tab stop: the arrow keys move and expand, Enter selects (ARIA Authoring Practices, tree
 * view).
 */
export const Tree = ({ label, branches: { rows, root, turn, loadMore }, chosen, choose }: Props) => {
  const titleOf = useTitle()
  const box = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const ids = rows.map(idOf)
  const isSelected = (key: string) => (typeof chosen === 'string' ? key === chosen : chosen.has(key))
  const focusedIndex = focusedId === null ? -1 : ids.indexOf(focusedId)
  const at =
    focusedIndex < 0
      ? Math.max(
          0,
          rows.findIndex(({ kind, key }) => kind === 'node' && isSelected(key)),
        )
      : focusedIndex

  const selectedIndex =
    typeof chosen === 'string' ? rows.findIndex(({ kind, key }) => kind === 'node' && key === chosen) : -1
  const isSelectedPresent = selectedIndex >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once to a selected node; users may scroll away
  useEffect(() => {
    if (isSelectedPresent) itemsIn(box.current)[selectedIndex]?.scrollIntoView({ block: 'nearest' })
  }, [chosen, isSelectedPresent])
  const act = (row: Row) => {
    setFocusedId(idOf(row))
    if (row.kind === 'node') {
      choose(row.key)
      if (row.isOpen === false) turn(row.key)
    } else if (row.kind !== 'waiting') loadMore(row.key)
  }
  const handleKey = (event: KeyboardEvent, row: Row, i: number) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return act(row)
    }
    const { to, turn: turned } = afterKey(rows, i, event.key)
    if (to === undefined && !turned) return
    event.preventDefault()
    if (turned) return turn(row.key)
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
        <div
          key={ids[i]}
          role="treeitem"
          tabIndex={i === at ? 0 : -1}
          aria-level={row.depth}
          aria-expanded={row.isOpen ?? undefined}
          aria-selected={row.kind === 'node' ? isSelected(row.key) : undefined}
          className={css.row}
          data-kind={row.kind}
          style={{ paddingInlineStart: 4 + (row.depth - 1) * 16 }}
          onClick={() => act(row)}
          onKeyDown={(event) => handleKey(event, row, i)}
        >
          <span
            className={css.turn}
            aria-hidden="true"
            onClick={(event) => {
              if (row.isOpen === null) return
              event.stopPropagation()
              turn(row.key)
            }}
          >
            {row.isOpen === null || row.key === root ? null : <RightOutlined />}
          </span>
          <span className={css.title} title={row.kind === 'node' ? row.title : undefined}>
            {titleOf(row)}
          </span>
        </div>
      ))}
    </div>
  )
}
