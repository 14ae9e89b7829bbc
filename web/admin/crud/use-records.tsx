import type { ComponentType, ReactNode } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import type { Reopened } from '../dialog/use-dialog.ts'
import { type AnyRow, asRowOf, buttonsOf, callsOf, type EntityAction } from '../entity/calls.ts'
import type { Columns } from '../table/table-columns.tsx'
import { type SuccessHandlers, useWriting } from './bulk/use-writing.tsx'
import { useOpenForm } from './open-form.ts'
import { type AnyOverrides, type Overrides, useOperations } from './use-operations.ts'

/** The forms and the drawer, loaded when the first one opens. */
const OpenDialog = lazyComponent(async () => (await import('./open-dialog.tsx')).OpenDialog)

/** How a screen changes the operations on an entity's rows. */
export interface RecordOptions<T extends AnyEntity> {
  /** Handlers for the answers of calls made on this screen, by call name. */
  readonly onSuccess?: SuccessHandlers<T> | undefined
  /** Fields of the form, if not all of the declaration; the defaults of a new row are sent in any case. */
  readonly fields?: readonly (keyof T['fields'] & string)[] | undefined
  /** How the form differs from the default one. */
  readonly form?: FormOptions | undefined
  /** Operations to leave out although their calls exist: `add`, `edit`, `remove`, `view`, or an action. */
  readonly without?: readonly string[] | undefined
  /** Names of bulk actions that are also offered for a single row, in its menu and where it is open. */
  readonly rowActions?: ((row: RowOf<T>) => readonly string[]) | undefined
  /** Whether an action applies to a row, such as by its state; all do by default. Bars and menus offer those that apply. */
  readonly applies?: ((action: string, row: RowOf<T>) => boolean) | undefined
  /** Whether a row can be edited and removed, such as by its state; all can by default. */
  readonly canChange?: ((row: RowOf<T>) => boolean) | undefined
  /** Displayed below the values of an open row. */
  readonly detailMore?: ComponentType<{ readonly id: string }> | undefined
  /** What single buttons do instead of their default confirmation or form. */
  readonly overrides?: Overrides<T> | undefined
}

/** Where the records are: in the main list of a page, or in a dialog. */
export interface Place {
  /** The dialog of the page that contains these records; after a reload it reopens if a form in it has unsent input. */
  readonly parentDialog?: Reopened | undefined
  /** The rows of the main list of a page, in its order: an open row then has an address, and leads to its neighbours. */
  readonly rows?: readonly AnyRow[] | undefined
}

interface Options<T extends AnyEntity> extends RecordOptions<T>, Place {
  /** The columns of the list; an open row has their texts. */
  readonly columns?: Columns<T> | undefined
  /** Called after each write with the ids of the processed rows, to remove them from the selection. */
  readonly onWritten?: (done: readonly string[]) => void
}

/** The operations on an entity's rows that the user may perform, and the dialog that is open for them. */
export interface Records {
  readonly entity: AnyEntity
  readonly may: { readonly add: boolean; readonly edit: boolean; readonly remove: boolean; readonly view: boolean }
  /** The same for one row, whose state may allow less. */
  readonly mayFor: (row: AnyRow) => Records['may']
  readonly buttons: readonly EntityAction[]
  /** The bulk buttons that apply to all of these rows, and those of a single row. */
  readonly bulkButtons: (rows: readonly AnyRow[]) => readonly EntityAction[]
  readonly rowButtons: (row: AnyRow) => readonly EntityAction[]
  readonly add: (defaults?: FormValues) => void
  readonly edit: (row: AnyRow) => void
  readonly view: (row: AnyRow) => void
  readonly remove: (rows: readonly AnyRow[]) => void
  /** Restores removed rows. */
  readonly restore: (rows: readonly AnyRow[]) => void
  /** Saves new values of a row without a form; an error is thrown. */
  readonly change: (row: AnyRow, change: FormValues) => Promise<unknown>
  /** Moves a row before or after another one of its level; an error is thrown. */
  readonly move: (row: AnyRow, target: AnyRow, isAfter: boolean) => Promise<unknown>
  readonly runAction: (action: EntityAction, rows: readonly AnyRow[]) => void
  /** Id of the row that is open beside the list. */
  readonly openId: string | null
  readonly dialog: ReactNode
}

const noButtons = (): readonly EntityAction[] => []

/** What a user may do with a row, whose state can exclude that it is changed. */
const mayForRows =
  <T extends AnyEntity>(entity: T, may: Records['may'], canChange: RecordOptions<T>['canChange']) =>
  (row: AnyRow): Records['may'] => {
    const isOpen = canChange?.(asRowOf(entity, row)) ?? true
    return { ...may, edit: may.edit && isOpen, remove: may.remove && isOpen }
  }

const useMayDo = <T extends AnyEntity>(entity: T, { without = [], canChange }: RecordOptions<T>) => {
  const may = useMay()
  const { add, edit, remove, detail } = callsOf(entity)
  const isAllowed = (what: keyof Records['may'], call: unknown, permSuffix: string) =>
    Boolean(call) && !without.includes(what) && may(`${entity.code}_${permSuffix}`)
  const isPermitted = ({ call }: EntityAction) => (typeof call.access === 'object' ? call.access.perm.some(may) : true)
  const allowed = {
    add: isAllowed('add', add, 'add'),
    edit: isAllowed('edit', edit, 'edit'),
    remove: isAllowed('remove', remove, 'delete'),
    view: isAllowed('view', detail, 'view'),
  }
  return {
    may: allowed,
    mayFor: mayForRows(entity, allowed, canChange),
    buttons: buttonsOf(entity).filter((one) => isPermitted(one) && !without.includes(one.name)),
  }
}

export const useRecords = <T extends AnyEntity>(entity: T, options: Options<T> = {}): Records => {
  const { open, setOpen, close } = useOpenForm(entity, options.rows)
  const allowed = useMayDo(entity, options)
  const writing = useWriting(entity, options)
  // every row here has the row type of the entity
  const overrides = (options.overrides ?? {}) as unknown as AnyOverrides
  const operations = useOperations(entity, writing, setOpen, overrides)
  const edit = (row: AnyRow) => {
    const openForm = () => setOpen({ what: 'edit', row })
    return overrides.edit ? overrides.edit([row], openForm, openForm) : openForm()
  }
  const appliesTo = (name: string, row: AnyRow) => options.applies?.(name, asRowOf(entity, row)) ?? true
  const bulkButtons = (rows: readonly AnyRow[]) =>
    allowed.buttons.filter(({ name, button }) => button.at !== 'row' && rows.every((row) => appliesTo(name, row)))
  const rowButtons = (row: AnyRow) => {
    const more = options.rowActions?.(asRowOf(entity, row)) ?? []
    return allowed.buttons.filter(
      ({ name, button }) => (button.at === 'row' || more.includes(name)) && appliesTo(name, row),
    )
  }
  const runAction = (action: EntityAction, rows: readonly AnyRow[]) => void operations.runAction(action, rows)
  return {
    ...allowed,
    bulkButtons,
    rowButtons,
    entity,
    edit,
    add: (defaults = {}) => setOpen({ what: 'add', defaults }),
    view: (row) => setOpen({ what: 'view', row }),
    remove: (rows) => void operations.remove(rows),
    restore: (rows) => void operations.restore(rows),
    change: (row, change) => operations.save(row, change, row),
    move: operations.move,
    runAction,
    openId: open && 'row' in open ? open.row.id : null,
    dialog: (
      <>
        {open ? (
          <OpenDialog
            entity={entity}
            open={open}
            operations={operations}
            fields={options.fields}
            formOptions={options.form}
            parentDialog={options.parentDialog}
            may={'row' in open ? allowed.mayFor(open.row) : allowed.may}
            actionsFor={options.rowActions ? rowButtons : noButtons}
            runAction={runAction}
            rows={options.rows}
            columns={options.columns as Columns | undefined}
            detailMore={options.detailMore}
            show={({ what, row }) => (what === 'edit' ? edit(row) : setOpen({ what, row }))}
            close={close}
          />
        ) : null}
        {writing.overlays}
      </>
    ),
  }
}
