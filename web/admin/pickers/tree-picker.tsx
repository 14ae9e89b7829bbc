import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { split } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { ControlProps } from '#web/form/control.ts'
import { Input } from '#web/ui/input.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { Hits } from '../tree/panes.tsx'
import { type RowTree, top, useRowTree, useTreePath, useTreeSearch } from '../tree/row-tree.ts'
import { Tree } from '../tree/tree.tsx'
import { PickField } from './pick-field.tsx'
import { RefTitle, targetOf } from './reference-choices.ts'

interface PanelProps {
  readonly tree: RowTree
  readonly label: string
  /** Name of the root, if it can be selected itself. */
  readonly root: string | null
  readonly selectedIds: readonly string[]
  readonly isMultiple: boolean
  readonly choose: (id: string) => void
}

/** A lazily loaded tree, and a search on all levels. */
const Panel = ({ tree, label, root, selectedIds, isMultiple, choose }: PanelProps) => {
  const t = useLocalize()
  const [text, setText] = useState('')
  const path = useTreePath(tree, selectedIds.find((one) => one !== top) ?? null)
  const branches = useRowTree(tree, root, path)
  const find = t([`查找${label}`, `Find in ${label}`])
  const useRowSearch = (query: string) => useTreeSearch(tree, query)
  return (
    <>
      <Input type="search" aria-label={find} placeholder={find} value={text} onValue={setText} />
      {text.trim() ? (
        <Hits text={text.trim()} useSearch={useRowSearch} choose={choose} />
      ) : (
        <Tree
          label={label}
          branches={branches}
          choose={choose}
          chosen={isMultiple ? new Set(selectedIds) : (selectedIds[0] ?? '')}
        />
      )}
    </>
  )
}

/** Picks one or several rows from a panel with a lazily loaded tree. */
export const TreePicker = ({ field, value, onChange, disabled, tree }: ControlProps & { tree: RowTree }) => {
  const t = useLocalize()
  const isParent = field.kind === 'tree'
  const isMultiple = field.kind === 'refs'
  const selectedIds = split(value === null || value === undefined ? '' : String(value)).filter((one) => one !== top)
  const topWords = t(consoleWords.topLevel)
  const emptyValue = isParent ? top : null
  const take = (id: string) => {
    if (!isMultiple) return onChange(id)
    const next = selectedIds.includes(id) ? selectedIds.filter((one) => one !== id) : [...selectedIds, id]
    onChange(next.length ? next.join(',') : null)
  }
  const names = selectedIds.map((id) => <RefTitle key={id} target={targetOf(tree.of.name)} id={id} />)
  return (
    <PickField
      name={t(field.label)}
      isEmpty={selectedIds.length === 0 && !isParent}
      disabled={disabled}
      shown={
        selectedIds.length === 0 ? (
          isParent ? (
            topWords
          ) : (
            t(['请选择', 'Please choose'])
          )
        ) : isMultiple ? (
          <span className="row wrap gap-4">
            {names.map((name) => (
              <Tag key={name.key}>{name}</Tag>
            ))}
          </span>
        ) : (
          names
        )
      }
      clear={selectedIds.length ? () => onChange(emptyValue) : undefined}
    >
      {(close) => (
        <Panel
          tree={tree}
          isMultiple={isMultiple}
          label={t(field.label)}
          root={isParent ? topWords : null}
          selectedIds={isParent && selectedIds.length === 0 ? [top] : selectedIds}
          choose={(id) => {
            take(id)
            if (!isMultiple) close()
          }}
        />
      )}
    </PickField>
  )
}
