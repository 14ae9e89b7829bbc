import { App } from 'antd'
import type { ReactNode } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { type SuccessHandlers, useWriting } from './bulk/use-writing.tsx'
import { type AnyRow, buttonsOf, callsOf, type EntityAction, titleIn } from './calls.ts'
import { ifMatchHeader } from './edit-conflict.ts'
import { FormDialog } from './form-dialog.tsx'
import type { FormOptions } from './form-options.ts'
import { formNameOf, type Open, useOpenForm } from './open-form.ts'
import { RecordDetail, RecordForm } from './record-dialogs.tsx'
import type { Reopened } from './use-dialog.ts'

interface Options<T extends AnyEntity> {
  readonly onSuccess?: SuccessHandlers<T> | undefined
  /** Fields of the form, if not all of the declaration; the defaults of a new row are sent in any case. */
  readonly fields?: readonly string[] | undefined
  /** Fields that cannot be changed in an existing row. */
  readonly locked?: readonly string[] | undefined
  /** How the form differs from the default one. */
  readonly form?: FormOptions | undefined
  /** Operations to leave out although their calls exist: the standard ones, and actions by name. */
  readonly without?: readonly string[] | undefined
  /** Replaces the default confirmation or form of a button, by the name of its call; `edit` for changing a row. */
  readonly overrides?: Readonly<Record<string, (rows: readonly AnyRow[]) => void>> | undefined
  /** Initial values of an action's form, by the name of its call. */
  readonly initialValues?: Readonly<Record<string, (rows: readonly AnyRow[]) => FormValues>> | undefined
  /** The dialog of the page that contains these records; after a reload it reopens if a form in it has unsent input. */
  readonly parentDialog?: Reopened | undefined
  /** Called after each write with the ids of the processed rows, to remove them from the selection. */
  readonly onWritten?: (done: readonly string[]) => void
}

/** The operations on an entity's rows that the user may perform, and the dialog that is open for them. */
export interface Records {
  readonly entity: AnyEntity
  readonly may: { readonly add: boolean; readonly edit: boolean; readonly remove: boolean; readonly view: boolean }
  readonly buttons: readonly EntityAction[]
  readonly add: (defaults?: FormValues) => void
  readonly edit: (row: AnyRow) => void
  readonly view: (row: AnyRow) => void
  readonly remove: (rows: readonly AnyRow[]) => void
  /** Restores removed rows. */
  readonly restore: (rows: readonly AnyRow[]) => void
  readonly runAction: (action: EntityAction, rows: readonly AnyRow[]) => void
  readonly dialog: ReactNode
}

/** Count and names, such as: 3 rows: first, second, third. */
const countWords = (entity: AnyEntity, rows: readonly AnyRow[]): Text => {
  const names = rows.slice(0, 5).map((row) => titleIn(entity, row))
  const more = rows.length > names.length
  return [
    `共 ${rows.length} 条：${names.join('、')}${more ? '等' : ''}`,
    `${rows.length} in all: ${names.join(', ')}${more ? ' …' : ''}`,
  ]
}

const doneWords: Text = [`${words.done[0]} {0}`, `${words.done[1]}: {0}`]

const useMayDo = (entity: AnyEntity, without: readonly string[]) => {
  const may = useMay()
  const { add, edit, remove, detail } = callsOf(entity)
  const does = (what: keyof Records['may'], call: unknown, permSuffix: string) =>
    Boolean(call) && !without.includes(what) && may(`${entity.code}_${permSuffix}`)
  const isPermitted = ({ call }: EntityAction) => (typeof call.access === 'object' ? call.access.perm.some(may) : true)
  return {
    may: {
      add: does('add', add, 'add'),
      edit: does('edit', edit, 'edit'),
      remove: does('remove', remove, 'delete'),
      view: does('view', detail, 'view'),
    },
    buttons: buttonsOf(entity).filter((one) => isPermitted(one) && !without.includes(one.name)),
  }
}

export const useRecords = <T extends AnyEntity>(entity: T, options: Options<T> = {}): Records => {
  const t = useLocalize()
  const { message, modal } = App.useApp()
  const { open, setOpen, close } = useOpenForm(entity)
  const allowed = useMayDo(entity, options.without ?? [])
  const { write, writeRows, overlays } = useWriting(entity, options)
  const calls = callsOf(entity)

  const askToConfirm = async (title: Text, rows: readonly AnyRow[], danger = false) =>
    modal.confirm({
      title: t(title),
      content: rows.length ? t(countWords(entity, rows)) : null,
      okText: t(words.ok),
      cancelText: t(words.cancel),
      okButtonProps: { danger },
      focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    })
  /** Runs an operation without a form; an error appears as a message. */
  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(failureOf(error).message))

  const remove = async (rows: readonly AnyRow[]) => {
    if (rows.length === 0) return void message.warning(t(words.chooseOne))
    const call = calls.remove
    if (call && (await askToConfirm(words.removeAsk, rows, true)))
      await attempt(writeRows(call, rows, {}, words.removed))
  }
  const restore = async (rows: readonly AnyRow[]) => {
    if (rows.length === 0) return void message.warning(t(words.chooseOne))
    const done: Text = [`已恢复 ${rows.length} 条`, `${rows.length} restored`]
    if (calls.restore) await attempt(writeRows(calls.restore, rows, {}, done))
  }
  const perform = ({ call, button }: EntityAction, rows: readonly AnyRow[], more: FormValues) => {
    const done = button.successText ? fill(doneWords, fill(button.successText, rows.length)) : words.done
    return button.at === 'toolbar' ? write(call, more, done) : writeRows(call, rows, more, done)
  }
  const runAction = async (action: EntityAction, rows: readonly AnyRow[]) => {
    const { button, inputFields } = action
    if (button.at !== 'toolbar' && rows.length === 0) return void message.warning(t(words.chooseOne))
    const override = options.overrides?.[action.name]
    if (override) return override(rows)
    if (Object.keys(inputFields).length) return setOpen({ what: 'press', action, rows })
    if (button.confirmText && !(await askToConfirm(button.confirmText, rows, button.danger))) return
    await attempt(perform(action, rows, {}))
  }

  const dialogFor = (now: Open): ReactNode => {
    if (now.what === 'view') return <RecordDetail entity={entity} row={now.row} close={close} />
    if (now.what === 'press') {
      const { button, inputFields } = now.action
      const ask = button.confirmText ? [t(button.confirmText)] : []
      return (
        <FormDialog
          form={formNameOf(entity, now, options.parentDialog)}
          title={t(button.label)}
          parts={[{ label: button.label, fields: inputFields }]}
          initial={options.initialValues?.[now.action.name]?.(now.rows) ?? {}}
          mode="new"
          note={[...ask, t(countWords(entity, now.rows))].join(' ')}
          ok={t(button.label)}
          danger={button.danger === true}
          send={(value) => perform(now.action, now.rows, value)}
          close={close}
        />
      )
    }
    const row = now.what === 'edit' ? now.row : null
    const defaults = now.what === 'add' ? now.defaults : {}
    const call = row ? calls.edit : calls.add
    const send = async (value: FormValues, read?: AnyRow) =>
      call &&
      (row
        ? write(call, { ...value, id: row.id }, words.updated, ifMatchHeader(read))
        : write(call, { ...defaults, ...value }, words.added))
    const { fields, locked, form: formOptions } = options
    const form = formNameOf(entity, now, options.parentDialog)
    return (
      <RecordForm
        entity={entity}
        row={row}
        defaults={defaults}
        send={send}
        close={close}
        fields={fields}
        locked={locked}
        formOptions={formOptions}
        form={form}
      />
    )
  }

  return {
    ...allowed,
    entity,
    add: (defaults = {}) => setOpen({ what: 'add', defaults }),
    edit: (row) => (options.overrides?.edit ? options.overrides.edit([row]) : setOpen({ what: 'edit', row })),
    view: (row) => setOpen({ what: 'view', row }),
    remove: (rows) => void remove(rows),
    restore: (rows) => void restore(rows),
    runAction: (action, rows) => void runAction(action, rows),
    dialog: (
      <>
        {open ? dialogFor(open) : null}
        {overlays}
      </>
    ),
  }
}
