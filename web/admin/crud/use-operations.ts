import { consoleWords } from '#contract/console-words.ts'
import type { Button } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { type AnyRow, callsOf, type EntityAction, titleIn } from '../entity/calls.ts'
import { ifMatchHeader } from '../entity/row-version.ts'
import { restoredWords, type Writing } from './bulk/use-writing.tsx'
import type { Open } from './open-form.ts'

/** Replaces what a button does; `openForm` opens its default form with these initial values, `proceed` does what it does by default. */
type Override<R> = (rows: readonly R[], openForm: (initial: FormValues) => void, proceed: () => void) => void

/** A screen's own buttons, by the name of their action; `edit` is the button that changes a row. */
export type Overrides<T extends AnyEntity> = {
  readonly [N in (keyof T['actions'] & string) | 'edit']?: Override<RowOf<T>>
}

/** `Overrides` of any entity: actions are known by their names only. */
export type AnyOverrides = Readonly<Record<string, Override<AnyRow> | undefined>>

/** Count and names, such as: 3 rows: first, second, third. */
export const countWords = (entity: AnyEntity, rows: readonly AnyRow[]): Text => {
  const names = rows.slice(0, 5).map((row) => titleIn(entity, row))
  const more = rows.length > names.length
  return [
    `共 ${rows.length} 条：${names.join('、')}${more ? '等' : ''}`,
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${names.join(', ')}${more ? ' …' : ''}`,
  ]
}

const doneTextOf = ({ doneWord = consoleWords.done, successText }: Button, count: number): Text =>
  successText ? fill([`${doneWord[0]} {0}`, `${doneWord[1]}: {0}`], fill(successText, count)) : doneWord

/** Asks for confirmation of an operation on these rows; a dangerous one is not confirmed by Enter alone. */
const useConfirmRows = (entity: AnyEntity) => {
  const t = useLocalize()
  const confirm = useConfirm()
  return async (title: Text, rows: readonly AnyRow[], danger = false) =>
    confirm({
      title,
      content: rows.length ? t(countWords(entity, rows)) : null,
      danger,
    })
}

export type Operations = ReturnType<typeof useOperations>

/** The operations on an entity's rows: each sends its call, after a confirmation or a form if it has one. */
export const useOperations = (
  entity: AnyEntity,
  { write, writeRows }: Writing,
  setOpen: (open: Open) => void,
  overrides: AnyOverrides = {},
) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirmRows(entity)
  const calls = callsOf(entity)
  /** Runs an operation without a form; an error appears as a message. */
  const attempt = (act: Promise<unknown>) => act.catch((error) => toaster.error(failureOf(error).message))
  const warnIfNone = (rows: readonly AnyRow[]) => {
    if (rows.length === 0) toaster.warning(t(consoleWords.chooseOne))
    return rows.length === 0
  }

  const remove = async (rows: readonly AnyRow[]) => {
    if (warnIfNone(rows)) return
    const call = calls.remove
    if (call && (await confirm(consoleWords.removeAsk, rows, true)))
      await attempt(writeRows(call, rows, {}, words.removed))
  }
  const restore = async (rows: readonly AnyRow[]) => {
    if (warnIfNone(rows)) return
    if (calls.restore) await attempt(writeRows(calls.restore, rows, {}, restoredWords(rows.length)))
  }
  const perform = ({ call, button }: EntityAction, rows: readonly AnyRow[], more: FormValues) => {
    const done = doneTextOf(button, rows.length)
    return button.at === 'toolbar' ? write(call, more, done) : writeRows(call, rows, more, done)
  }
  const runAction = async (action: EntityAction, rows: readonly AnyRow[]) => {
    const { name, button, inputFields } = action
    if (button.at !== 'toolbar' && warnIfNone(rows)) return
    const openForm = (initial: FormValues) => setOpen({ what: 'press', action, rows, initial })
    const proceed = async () => {
      if (Object.keys(inputFields).length) return openForm({})
      if (button.confirmText && !(await confirm(button.confirmText, rows, button.danger))) return
      await attempt(perform(action, rows, {}))
    }
    const override = overrides[name]
    if (override) return override(rows, openForm, () => void proceed())
    await proceed()
  }
  /** Saves the form of a row; `row` is null for a new one, `read` is the row as the form started from it. */
  const save = async (row: AnyRow | null, value: FormValues, read?: AnyRow) => {
    const call = row ? calls.edit : calls.add
    if (!call) return
    if (row) await write(call, { ...value, id: row.id }, words.updated, ifMatchHeader(read))
    else await write(call, value, consoleWords.added)
  }
  const move = async (row: AnyRow, target: AnyRow, isAfter: boolean) => {
    const input = { id: row.id, targetId: target.id, isAfter: isAfter ? 1 : 0 }
    if (calls.reorder) await write(calls.reorder, input, words.updated)
  }
  return { remove, restore, perform, runAction, save, move }
}
