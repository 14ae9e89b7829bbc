import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Failure } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView, StaleData } from '#web/base/page/page.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import type { FormName } from '../dialog/unsent-form.ts'
import { type AnyRow, type EntityAction, titleIn } from '../entity/calls.ts'
import { RecordHistory } from '../history/record-history.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { type OpenRecord, type RecordPanel, recordPanels } from './open-form.ts'
import { DrawerActions, DrawerBody, DrawerFrame, type Neighbours, RecordDrawer } from './record-drawer.tsx'
import { isEditable, RecordForm, RecordValues, useFullRow } from './record-forms.tsx'
import type { Operations } from './use-operations.ts'

export interface RecordProps {
  readonly entity: AnyEntity
  readonly open: OpenRecord
  readonly form: FormName
  readonly operations: Operations
  readonly fields: readonly string[] | undefined
  readonly formOptions: FormOptions | undefined
  readonly may: { readonly view: boolean; readonly edit: boolean }
  /** The rows of the list, in its order; undefined for a tree. */
  readonly rows: readonly AnyRow[] | undefined
  /** The columns of the list. */
  readonly columns: Columns | undefined
  /** Displayed below the values of the row. */
  readonly detailMore: ComponentType<{ readonly id: string }> | undefined
  /** What can be done with the row besides editing it. */
  readonly actionsFor: (row: AnyRow) => readonly EntityAction[]
  readonly runAction: (action: EntityAction, rows: readonly AnyRow[]) => void
  /** Opens a row, in one of its views. */
  readonly show: (open: OpenRecord) => void
  readonly close: () => void
}

/** The views of a row that the user may open. */
const usePanels = ({ entity, may: { view, edit } }: RecordProps): readonly RecordPanel[] => {
  const may = useMay()
  const isAllowed: Readonly<Record<RecordPanel, boolean>> = {
    view,
    edit,
    history: isEditable(entity) && may('audit'),
    lens: may('permission_lens'),
  }
  return recordPanels.filter((name) => isAllowed[name])
}

/** The rows before and after this one; null if it is not in the list. */
const neighboursOf = ({ rows = [], open: { what, row }, show }: RecordProps): Neighbours | null => {
  const at = rows.findIndex(({ id }) => id === row.id)
  if (at < 0 || rows.length < 2) return null
  const open = (to: AnyRow | undefined) => to && (() => show({ what, row: to }))
  return { at: at + 1, count: rows.length, previous: open(rows[at - 1]), next: open(rows[at + 1]) }
}

/** Leads to the permission lens with the question who may see this row. */
const LensPanel = ({ entity, row }: { entity: AnyEntity; row: AnyRow }) => {
  const t = useLocalize()
  const query = new URLSearchParams({ kind: 'row', resource: entity.name, rowId: row.id })
  return (
    <DrawerBody>
      <p>
        {t([
          '权限透视说明某个用户能否看到这条数据，以及是哪些规则决定的。',
          'The permission lens explains whether a user can see this row, and which rules decide it.',
        ])}
      </p>
      <Link className={buttonClass()} to={`/system/permission-lens?${query}`}>
        {t(['选择用户并查看', 'Choose a user'])}
      </Link>
    </DrawerBody>
  )
}

interface PanelProps extends Omit<RecordProps, 'rows' | 'show'> {
  readonly panel: RecordPanel
  /** The row with all of its fields. */
  readonly row: AnyRow
  /** Why it could not be read again, such as because somebody has removed it. */
  readonly error: Failure | null
  readonly retry: () => unknown
}

const Panel = ({ panel, row, error, retry, ...props }: PanelProps) => {
  const { entity, form, operations, fields, formOptions, columns, detailMore: DetailMore, close } = props
  if (panel === 'history')
    return (
      <DrawerBody>
        <RecordHistory entity={entity} row={row} />
      </DrawerBody>
    )
  if (panel === 'lens') return <LensPanel entity={entity} row={row} />
  if (panel === 'view')
    return (
      <>
        <DrawerBody>
          <StaleData error={error} retry={retry}>
            <RecordValues entity={entity} row={row} columns={columns} />
            {DetailMore ? <DetailMore id={row.id} /> : null}
          </StaleData>
        </DrawerBody>
        <DrawerActions actions={props.actionsFor(row)} run={(action) => props.runAction(action, [row])} />
      </>
    )
  return (
    <RecordForm
      entity={entity}
      title={titleIn(entity, row)}
      fresh={row}
      fields={fields}
      formOptions={formOptions}
      form={form}
      frame={DrawerFrame}
      send={(value, read) => operations.save(row, value, read)}
      close={close}
    />
  )
}

/** An existing row, opened beside its list. */
export const OpenedRecord = (props: RecordProps) => {
  const t = useLocalize()
  const { entity, open, show, close } = props
  const panels = usePanels(props)
  const query = useFullRow(entity, open.row)
  const panel = panels.find((name) => name === open.what) ?? panels[0]
  if (!panel) return null
  return (
    <RecordDrawer
      id={open.row.id}
      kind={t(entity.rowLabel ?? entity.label)}
      title={titleIn(entity, query.data ?? open.row)}
      panels={panels}
      shown={panel}
      show={(what) => show({ what, row: open.row })}
      // another row would replace what is typed
      neighbours={panel === 'edit' ? null : neighboursOf(props)}
      close={close}
    >
      {query.data ? (
        <Panel
          key={`${panel} ${open.row.id}`}
          {...props}
          panel={panel}
          row={query.data}
          error={query.error}
          retry={query.refetch}
        />
      ) : (
        <DrawerBody>
          <QueryView from={query}>{() => null}</QueryView>
        </DrawerBody>
      )}
    </RecordDrawer>
  )
}
