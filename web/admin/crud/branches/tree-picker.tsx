import { useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/say.ts'
import type { ControlProps } from '#web/form/control.ts'
import { Input } from '#web/ui/input.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { PickField } from '../pick-field.tsx'
import { useRefTitle } from '../targets.ts'
import { Hits } from './panes.tsx'
import { type RowTree, top, useFoundIn, useRowBranches, useWayTo } from './row-tree.ts'
import { Tree } from './tree.tsx'
import css from './tree-picker.module.css'

const Title = ({ of, id }: { of: AnyEntity; id: string }) => useRefTitle(of, id)

interface PanelProps {
  readonly tree: RowTree
  readonly label: string
  /** The name of the root, where it can be chosen itself. */
  readonly root: string | null
  readonly chosen: readonly string[]
  readonly several: boolean
  readonly choose: (id: string) => void
}

/** A tree that is opened level by level, and a search for its rows on every level. */
const Panel = ({ tree, label, root, chosen, several, choose }: PanelProps) => {
  const t = useLocalize()
  const [typed, setTyped] = useState('')
  const way = useWayTo(tree, chosen.find((one) => one !== top) ?? null)
  const branches = useRowBranches(tree, root, way)
  const find = t([`查找${label}`, `Find: ${label}`])
  const useFound = (wanted: string) => useFoundIn(tree, wanted)
  return (
    <>
      <Input type="search" aria-label={find} placeholder={find} value={typed} onValue={setTyped} />
      {typed.trim() ? (
        <Hits typed={typed.trim()} useFound={useFound} choose={choose} />
      ) : (
        <Tree {...{ label, branches, choose }} chosen={several ? new Set(chosen) : (chosen[0] ?? '')} />
      )}
    </>
  )
}

/** One row of a tree, or several, picked from a panel that reads the tree as it is opened. */
export const TreePicker = ({ field, value, onChange, disabled, tree }: ControlProps & { tree: RowTree }) => {
  const t = useLocalize()
  const isParent = field.kind === 'tree'
  const several = field.kind === 'refs'
  const chosen = split(value === null || value === undefined ? '' : String(value)).filter((one) => one !== top)
  const topWords = t(['顶级', 'Top level'])
  const none = isParent ? top : null
  const take = (id: string) => {
    if (!several) return onChange(id)
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    onChange(next.length ? next.join(',') : null)
  }
  const names = chosen.map((id) => <Title key={id} of={tree.of} id={id} />)
  return (
    <PickField
      name={t(field.label)}
      isEmpty={chosen.length === 0 && !isParent}
      disabled={disabled}
      shown={
        chosen.length === 0 ? (
          isParent ? (
            topWords
          ) : (
            t(['请选择', 'Please choose'])
          )
        ) : several ? (
          <span className={css.chips}>
            {names.map((name) => (
              <Tag key={name.key}>{name}</Tag>
            ))}
          </span>
        ) : (
          names
        )
      }
      clear={chosen.length ? () => onChange(none) : undefined}
    >
      {(close) => (
        <Panel
          {...{ tree, several }}
          label={t(field.label)}
          root={isParent ? topWords : null}
          chosen={isParent && chosen.length === 0 ? [top] : chosen}
          choose={(id) => {
            take(id)
            if (!several) close()
          }}
        />
      )}
    </PickField>
  )
}
