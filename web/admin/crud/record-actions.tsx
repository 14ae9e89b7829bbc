import type { ReactNode } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { useScreenSize } from '#web/base/screen-size.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { PlusIcon, XIcon } from '#web/ui/icons.ts'
import { BinLink } from './bin-link.tsx'
import { type AnyRow, callsOf, titleIn } from './calls.ts'
import { ExportButton } from './export-button.tsx'
import { ImportButton } from './import-button.tsx'
import css from './record-actions.module.css'
import type { Records } from './use-records.tsx'

interface RowProps {
  readonly records: Records
  readonly row: AnyRow
  /** Names of bulk actions that are also offered for this single row. */
  readonly extraActions?: readonly string[] | undefined
  /** Whether the row cannot be removed, as is the case for the platform's own rows. */
  readonly isProtected?: boolean | undefined
  readonly children?: ReactNode
}

/** The actions of one row, displayed in it; their accessible names include the row's name. */
export const RowActions = ({ records, row, extraActions = [], isProtected = false, children }: RowProps) => {
  const t = useLocalize()
  const { may, buttons, entity } = records
  const hiddenTitle = <span className="hidden-words"> {titleIn(entity, row)}</span>
  return (
    <span className={css.row}>
      {may.view ? (
        <Button kind="link" onClick={() => records.view(row)}>
          {t(words.view)}
          {hiddenTitle}
        </Button>
      ) : null}
      {may.edit ? (
        <Button kind="link" onClick={() => records.edit(row)}>
          {t(words.edit)}
          {hiddenTitle}
        </Button>
      ) : null}
      {buttons
        .filter(({ name, button }) => button.at === 'row' || extraActions.includes(name))
        .map((action) => (
          <Button key={action.name} kind="link" onClick={() => records.runAction(action, [row])}>
            {t(action.button.label)}
            {hiddenTitle}
          </Button>
        ))}
      {children}
      {may.remove && !isProtected ? (
        <Button kind="link" className={css.danger ?? ''} onClick={() => records.remove([row])}>
          {t(words.remove)}
          {hiddenTitle}
        </Button>
      ) : null}
    </span>
  )
}

interface BarProps {
  readonly records: Records
  readonly selected: readonly AnyRow[]
  readonly clear: () => void
  /** Values that a new row takes from where it is added. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Whether this list can be exported; its address contains its state. */
  readonly exports?: boolean
  /** Names of the visible columns. */
  readonly columns?: readonly string[] | undefined
  /** Total number of rows in the list, if known. */
  readonly total?: number | undefined
  /** Ids of the visible rows, if selected ones may be on other pages. */
  readonly pageIds?: readonly string[] | undefined
  /** Tools of the table itself. */
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

/** The number of selected rows, here and on other pages, and a button to clear the selection. */
const Selected = ({ selected, pageIds, clear }: Pick<BarProps, 'selected' | 'pageIds' | 'clear'>) => {
  const t = useLocalize()
  const otherPagesCount = pageIds ? selected.filter(({ id }) => !pageIds.includes(id)).length : 0
  return (
    <span role="status" className={css.selected}>
      {selected.length ? (
        <>
          <span>{t([`已选 ${selected.length} 项`, `${selected.length} selected`])}</span>
          {otherPagesCount ? (
            <span className={css.elsewhere}>
              {t([`其中 ${otherPagesCount} 项不在本页`, `${otherPagesCount} of them not on this page`])}
            </span>
          ) : null}
          <button
            type="button"
            className={iconButtonClass(css.drop)}
            aria-label={t(['取消选择', 'Clear selection'])}
            onClick={clear}
          >
            <XIcon aria-hidden="true" />
          </button>
        </>
      ) : null}
    </span>
  )
}

/** On a phone, more actions than this share one button. */
const maxInlineActions = 2

/** Actions on the selection: one button each, or a menu if there is no room for a row of buttons. */
const SelectedActions = ({ records, selected }: Pick<BarProps, 'records' | 'selected'>) => {
  const t = useLocalize()
  const isNarrow = useScreenSize() === 0
  const { may, buttons } = records
  const actions = [
    ...buttons
      .filter(({ button }) => button.at !== 'row')
      .map((action) => ({
        name: action.name,
        label: action.button.label,
        danger: action.button.danger === true,
        press: () => records.runAction(action, selected),
      })),
    ...(may.remove
      ? [{ name: 'remove', label: words.remove, danger: true, press: () => records.remove(selected) }]
      : []),
  ]
  if (!isNarrow || actions.length <= maxInlineActions)
    return actions.map(({ name, label, danger, press }) => (
      <Button key={name} kind={danger ? 'danger' : 'plain'} onClick={press}>
        {t(label)}
      </Button>
    ))
  const name = t(['批量操作', 'Bulk actions'])
  return (
    <Dropdown opener={buttonClass()} label={name} name={name}>
      {actions.map(({ name: key, label, danger, press }) => (
        <button key={key} type="button" className={danger ? css.danger : undefined} onClick={press}>
          {t(label)}
        </button>
      ))}
    </Dropdown>
  )
}

/** Actions of the list: add, act on the selection, and the screen's own. */
export const Toolbar = ({ records, selected, clear, exports = true, ...more }: BarProps) => {
  const t = useLocalize()
  const { defaults, columns, total, pageIds, tools, children } = more
  const { may, entity } = records
  return (
    <div className={css.bar} data-selected={selected.length ? '' : undefined}>
      {may.add ? (
        <Button kind="main" onClick={() => records.add(defaults)}>
          <PlusIcon aria-hidden="true" />
          {t(words.add)}
        </Button>
      ) : null}
      <SelectedActions records={records} selected={selected} />
      {children}
      {exports ? (
        <>
          <ImportButton of={entity} />
          <ExportButton
            of={entity}
            columns={columns}
            total={total}
            pageIds={pageIds}
            selected={selected.map(({ id }) => id)}
          />
        </>
      ) : null}
      <Selected selected={selected} pageIds={pageIds} clear={clear} />
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
