import { useState } from 'react'
import type { TreeNode } from '#contract/kit/call.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { countCheckedBelow, filterTree, toggleNode } from './check-tree.ts'
import css from './grant-tree.module.css'

interface Props {
  readonly nodes: readonly TreeNode[]
  readonly checkedIds: ReadonlySet<string>
  readonly change: (checkedIds: ReadonlySet<string>) => void
  /** Accessible label of the search box. */
  readonly searchWords: string
}

interface BranchProps extends Omit<Props, 'nodes' | 'searchWords'> {
  readonly node: TreeNode
  readonly root: readonly TreeNode[]
  readonly depth: number
  readonly searching: boolean
}

const Branch = ({ node, root, depth, searching, checkedIds, change }: BranchProps) => {
  const t = useLocalize()
  const [toggledOpen, setToggledOpen] = useState<boolean | null>(null)
  const below = node.children ?? []
  const [checked, total] = countCheckedBelow(node, checkedIds)
  const isOpen = toggledOpen ?? (depth === 0 || searching)
  return (
    <li>
      <span className={css.node}>
        {below.length ? (
          <button
            type="button"
            className={iconButtonClass(css.turn)}
            aria-expanded={isOpen}
            aria-label={t([`展开 ${node.title}`, `Open ${node.title}`])}
            onClick={() => setToggledOpen(!isOpen)}
          >
            <ChevronRightIcon aria-hidden="true" />
          </button>
        ) : (
          <span className={iconButtonClass(css.turn)} />
        )}
        <label>
          <input
            type="checkbox"
            checked={checkedIds.has(node.id)}
            onChange={({ target }) => change(toggleNode(root, checkedIds, node.id, target.checked))}
          />
          {node.title}
        </label>
        {total ? (
          <span className={css.count}>
            {checked} / {total}
          </span>
        ) : null}
      </span>
      {below.length && isOpen ? (
        <ul className={below.some(({ children }) => children) ? css.below : css.leaves}>
          {below.map((one) => (
            <Branch
              key={one.id}
              node={one}
              root={root}
              searching={searching}
              checkedIds={checkedIds}
              change={change}
              depth={depth + 1}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** A checkbox tree for grants: granting includes ancestors and descendants, revoking only descendants. */
export const GrantTree = ({ nodes, checkedIds, change, searchWords }: Props) => {
  const t = useLocalize()
  const [text, setText] = useState('')
  const matches = filterTree(nodes, text)
  return (
    <div className={css.tree}>
      <input
        type="search"
        className={css.search}
        aria-label={searchWords}
        placeholder={searchWords}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {matches.length ? (
        <ul>
          {matches.map((node) => (
            <Branch
              key={node.id}
              node={node}
              root={nodes}
              depth={0}
              searching={text !== ''}
              checkedIds={checkedIds}
              change={change}
            />
          ))}
        </ul>
      ) : (
        <p className={css.none}>{t(text ? ['没有匹配项', 'Nothing matches'] : words.none)}</p>
      )}
    </div>
  )
}
