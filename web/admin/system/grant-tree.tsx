import { RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { TreeNode } from '#contract/kit/call.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/say.ts'
import { iconButtonClass } from '#web/ui/sign.ts'
import { heldBelow, matching, toggled } from './check-tree.ts'
import css from './grant-tree.module.css'

interface Props {
  readonly nodes: readonly TreeNode[]
  readonly held: ReadonlySet<string>
  readonly change: (held: ReadonlySet<string>) => void
  /** What is searched for, for those who do not see it. */
  readonly searchWords: string
}

interface BranchProps extends Omit<Props, 'nodes' | 'searchWords'> {
  readonly node: TreeNode
  readonly root: readonly TreeNode[]
  readonly depth: number
  readonly searching: boolean
}

const Branch = ({ node, root, depth, searching, held, change }: BranchProps) => {
  const t = useLocalize()
  const [turned, setTurned] = useState<boolean | null>(null)
  const below = node.children ?? []
  const [count, all] = heldBelow(node, held)
  const isOpen = turned ?? (depth === 0 || searching)
  return (
    <li>
      <span className={css.node}>
        {below.length ? (
          <button
            type="button"
            className={iconButtonClass(css.turn)}
            aria-expanded={isOpen}
            aria-label={t([`展开 ${node.title}`, `Open ${node.title}`])}
            onClick={() => setTurned(!isOpen)}
          >
            <RightOutlined aria-hidden="true" />
          </button>
        ) : (
          <span className={iconButtonClass(css.turn)} />
        )}
        <label>
          <input
            type="checkbox"
            checked={held.has(node.id)}
            onChange={({ target }) => change(toggled(root, held, node.id, target.checked))}
          />
          {node.title}
        </label>
        {all ? (
          <span className={css.count}>
            {count} / {all}
          </span>
        ) : null}
      </span>
      {below.length && isOpen ? (
        <ul className={below.some(({ children }) => children) ? css.below : css.leaves}>
          {below.map((one) => (
            <Branch key={one.id} node={one} {...{ root, searching, held, change }} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** A tree to grant from, in plain checkboxes: granting goes up and down the tree, withdrawing down. */
export const GrantTree = ({ nodes, held, change, searchWords }: Props) => {
  const t = useLocalize()
  const [typed, setTyped] = useState('')
  const found = matching(nodes, typed)
  return (
    <div className={css.tree}>
      <input
        type="search"
        className={css.search}
        aria-label={searchWords}
        placeholder={searchWords}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length ? (
        <ul>
          {found.map((node) => (
            <Branch key={node.id} node={node} root={nodes} depth={0} searching={typed !== ''} {...{ held, change }} />
          ))}
        </ul>
      ) : (
        <p className={css.none}>{t(typed ? ['没有匹配项', 'Nothing matches'] : words.none)}</p>
      )}
    </div>
  )
}
