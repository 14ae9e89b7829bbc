import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, use } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { PlusIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { type AnyRow, callsOf, titleIn } from '../entity/calls.ts'
import { ExportButton } from '../spreadsheets/export-button.tsx'
import { ImportButton } from '../spreadsheets/import-button.tsx'
import { CompactActions } from '../table/compact-actions.ts'
import { BinLink } from './bin-link.tsx'
import { SelectionCount } from './bulk/selection-count.tsx'
import css from './record-actions.module.css'
import { type List, pageIdsOf } from './sources/list-source.ts'
import type { Records } from './use-records.tsx'

/** Loaded with the first selection. */
const SelectionBar = lazyComponent(async () => (await import('./bulk/selection-bar.tsx')).SelectionBar)

interface RowProps {
  readonly records: Records
  readonly row: AnyRow
  /** Whether the row cannot be removed, as is the case for the platform's own rows. */
  readonly isProtected?: boolean | undefined
  readonly children?: ReactNode
}

/** The elements of a list of actions, without the fragments that group them. */
const flatten = (nodes: ReactNode): ReactElement[] =>
  Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement<{ children?: ReactNode }>(node)) return []
    return node.type === Fragment ? flatten(node.props.children) : [node]
  })

/** A row displays this many actions; the others are in its menu. */
const maxRowActions = 2

/** The actions of one row, displayed in it; their accessible names include the row's name. */
export const RowActions = ({ records, row, isProtected = false, children }: RowProps) => {
  const t = useLocalize()
  const { mayFor, rowButtons, entity } = records
  const may = mayFor(row)
  const isCompact = use(CompactActions)
  const title = titleIn(entity, row)
  const action = (key: string, label: Text, press: () => void, className = '') => (
    <Button key={key} kind="link" className={className} onClick={press}>
      {t(label)}
      <span className="hidden-words"> {title}</span>
    </Button>
  )
  const actions = flatten([
    may.edit ? action('edit', consoleWords.edit, () => records.edit(row)) : null,
    children,
    rowButtons(row).map((one) => action(one.name, one.button.label, () => records.runAction(one, [row]))),
    // a press on the row does the same
    may.view ? action('view', words.view, () => records.view(row)) : null,
    may.remove && !isProtected ? action('remove', words.remove, () => records.remove([row]), css.danger) : null,
  ])
  const count = isCompact && actions.length > 1 ? 0 : maxRowActions
  return (
    <span className={css.row}>
      {actions.slice(0, count)}
      {actions.length > count ? (
        <Dropdown
          opener={buttonClass('link')}
          label={
            <>
              {t(words.more)}
              <span className="hidden-words"> {title}</span>
            </>
          }
          name={t([`更多操作：${title}`, `More actions: ${title}`])}
        >
          {actions.slice(count)}
        </Dropdown>
      ) : null}
    </span>
  )
}

interface BarProps {
  readonly list: List
  /** Values that a new row takes from where it is added. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Whether this list can be exported; its address contains its state. */
  readonly exports?: boolean
  /** Names of the visible columns. */
  readonly columns?: readonly string[] | undefined
  /** Tools of the table itself. */
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

/**
 * Actions of the list: add, import, export, and the screen's own. With selected rows, the actions on them take its place. Removal
 * keeps its button without a selection, since its message says what is missing.
 */
export const Toolbar = ({ list, defaults, exports = true, columns, tools, children }: BarProps) => {
  const t = useLocalize()
  const { source, records, selected, bulkMore } = list
  const { may, buttons, entity } = records
  const { rows } = selected
  const exportButton = exports ? (
    <ExportButton
      of={entity}
      columns={columns}
      total={source.paging?.capped ? undefined : source.paging?.total}
      pageIds={pageIdsOf(source)}
      selected={rows.map(({ id }) => id)}
    />
  ) : null
  return (
    <div className={css.bar} data-selected={rows.length ? '' : undefined}>
      <SelectionCount list={list} />
      {rows.length ? (
        <SelectionBar list={list}>
          {bulkMore}
          {exportButton}
        </SelectionBar>
      ) : (
        <>
          {may.add ? (
            <Button kind="main" onClick={() => records.add(defaults)}>
              <PlusIcon aria-hidden="true" />
              {t(words.add)}
            </Button>
          ) : null}
          {buttons
            .filter(({ button }) => button.at === 'toolbar')
            .map((action) => (
              <Button key={action.name} onClick={() => records.runAction(action, [])}>
                {t(action.button.label)}
              </Button>
            ))}
          {children}
          {exports ? <ImportButton of={entity} /> : null}
          {exportButton}
          {may.remove ? (
            <Button kind="danger" onClick={() => records.remove([])}>
              {t(words.remove)}
            </Button>
          ) : null}
        </>
      )}
      <div className={css.tools}>
        {may.remove && callsOf(entity).removed ? <BinLink entity={entity} /> : null}
        {tools}
      </div>
    </div>
  )
}

/** Whether this screen has bulk actions. */
export const hasBulkActions = ({ may, buttons }: Records): boolean =>
  may.remove || buttons.some(({ button }) => button.at === 'bulk')

/** Whether this screen has actions on a single row. */
export const hasRowActions = ({ may, buttons }: Records): boolean =>
  may.view || may.edit || may.remove || buttons.some(({ button }) => button.at === 'row')
