import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { InOf, OutOf } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, forget } from '#web/base/caller.ts'
import { useMay } from '#web/base/permissions.ts'
import { useSay } from '#web/base/say.ts'
import type { Typed } from '#web/form/place.ts'
import { type AnyRow, buttonsOf, callsOf, keyField, nameOf, type Pressed, titleIn } from './calls.ts'
import { FormDialog } from './form-dialog.tsx'
import { RecordDetail, RecordForm } from './record-dialogs.tsx'

/** What a screen does with the answer of a call that was made on it. */
export type Told<T extends AnyEntity> = {
  readonly [N in keyof T['calls']]?: (answer: OutOf<T['calls'][N]>, input: InOf<T['calls'][N]>) => void
}

type AnyTold = Readonly<Record<string, ((answer: unknown, input: Typed) => void) | undefined>>

interface Options<T extends AnyEntity> {
  readonly told?: Told<T> | undefined
  /** Fields of the form, where not all of the declaration; what a new row brings along is sent all the same. */
  readonly fields?: readonly string[] | undefined
  /** Fields that stay as they are once a row is there. */
  readonly locked?: readonly string[] | undefined
  /** What is not done here, though the calls are there. */
  readonly without?: readonly (keyof Records['may'])[] | undefined
  /** After each write: to drop the selection, say. */
  readonly written?: () => void
}

/** What can be done with an entity's rows, as far as the person may, and the dialog that is open for it. */
export interface Records {
  readonly entity: AnyEntity
  readonly may: { readonly add: boolean; readonly edit: boolean; readonly remove: boolean; readonly view: boolean }
  readonly buttons: readonly Pressed[]
  readonly add: (brought?: Typed) => void
  readonly edit: (row: AnyRow) => void
  readonly view: (row: AnyRow) => void
  readonly remove: (rows: readonly AnyRow[]) => void
  readonly press: (pressed: Pressed, rows: readonly AnyRow[]) => void
  readonly dialog: ReactNode
}

type Open =
  | { readonly what: 'add'; readonly brought: Typed }
  | { readonly what: 'edit' | 'view'; readonly row: AnyRow }
  | { readonly what: 'press'; readonly pressed: Pressed; readonly rows: readonly AnyRow[] }

const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id).join(',')

/** 3 rows: first, second, third. */
const countWords = (entity: AnyEntity, rows: readonly AnyRow[]): Text => {
  const names = rows.slice(0, 5).map((row) => titleIn(entity, row))
  const more = rows.length > names.length
  return [
    `共 ${rows.length} 条：${names.join('、')}${more ? '等' : ''}`,
    `${rows.length} in all: ${names.join(', ')}${more ? ' …' : ''}`,
  ]
}

const useMayDo = (entity: AnyEntity, without: readonly (keyof Records['may'])[]) => {
  const may = useMay()
  const { add, edit, remove, detail } = callsOf(entity)
  const does = (what: keyof Records['may'], call: unknown, ending: string) =>
    Boolean(call) && !without.includes(what) && may(`${entity.code}_${ending}`)
  const isOpen = ({ call }: Pressed) => (typeof call.access === 'object' ? call.access.perm.some(may) : true)
  return {
    may: {
      ...{ add: does('add', add, 'add'), edit: does('edit', edit, 'edit') },
      ...{ remove: does('remove', remove, 'delete'), view: does('view', detail, 'view') },
    },
    buttons: buttonsOf(entity).filter(isOpen),
  }
}

/** Makes a call, says how it went, and has what it changed read again. */
const useWriting = <T extends AnyEntity>(entity: T, { told, written }: Options<T>) => {
  const t = useSay()
  const { message } = App.useApp()
  return async (call: NonNullable<ReturnType<typeof callsOf>['add']>, input: Typed, done: Text) => {
    const answer = await ask(call, input)
    message.success(t(done))
    written?.()
    void forget(entity.path)
    // what is told is typed by the entity's calls; here a call is known by its name only
    const tell = (told as AnyTold | undefined)?.[nameOf(entity, call)]
    tell?.(answer, input)
  }
}

export const useRecords = <T extends AnyEntity>(entity: T, options: Options<T> = {}): Records => {
  const t = useSay()
  const { message, modal } = App.useApp()
  const [open, setOpen] = useState<Open | null>(null)
  const allowed = useMayDo(entity, options.without ?? [])
  const write = useWriting(entity, options)
  const calls = callsOf(entity)

  const sure = async (title: Text, rows: readonly AnyRow[], danger = false) =>
    modal.confirm({
      title: t(title),
      content: rows.length ? t(countWords(entity, rows)) : null,
      okText: t(words.ok),
      cancelText: t(words.cancel),
      okButtonProps: { danger },
      focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    })
  /** Runs what needs no form; a refusal is told where it happens. */
  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(failureOf(error).message))

  const remove = async (rows: readonly AnyRow[]) => {
    if (rows.length === 0) return void message.warning(t(words.chooseOne))
    const call = calls.remove
    if (call && (await sure(words.removeAsk, rows, true)))
      await attempt(write(call, { [keyField(call)]: idsOf(rows) }, words.removed))
  }
  const inputOf = ({ call, button }: Pressed, rows: readonly AnyRow[]): Typed =>
    button.at === 'toolbar' ? {} : { [keyField(call)]: idsOf(rows) }
  const press = async (pressed: Pressed, rows: readonly AnyRow[]) => {
    const { button, call, asks } = pressed
    if (button.at !== 'toolbar' && rows.length === 0) return void message.warning(t(words.chooseOne))
    if (Object.keys(asks).length) return setOpen({ what: 'press', pressed, rows })
    if (button.ask && !(await sure(button.ask, rows, button.danger))) return
    await attempt(write(call, inputOf(pressed, rows), words.done))
  }

  const close = () => setOpen(null)
  const dialogFor = (now: Open): ReactNode => {
    if (now.what === 'view') return <RecordDetail entity={entity} row={now.row} close={close} />
    if (now.what === 'press') {
      const { button, call, asks } = now.pressed
      const ask = button.ask ? [t(button.ask)] : []
      return (
        <FormDialog
          title={t(button.label)}
          parts={[{ label: button.label, fields: asks }]}
          initial={{}}
          mode="new"
          note={[...ask, t(countWords(entity, now.rows))].join(' ')}
          ok={t(button.label)}
          danger={button.danger === true}
          send={(value) => write(call, { ...value, ...inputOf(now.pressed, now.rows) }, words.done)}
          close={close}
        />
      )
    }
    const row = now.what === 'edit' ? now.row : null
    const brought = now.what === 'add' ? now.brought : {}
    const call = row ? calls.edit : calls.add
    const send = async (value: Typed) =>
      call && write(call, row ? { ...value, id: row.id } : { ...brought, ...value }, row ? words.updated : words.added)
    return <RecordForm {...{ entity, row, brought, send, close }} fields={options.fields} locked={options.locked} />
  }

  return {
    ...allowed,
    entity,
    add: (brought = {}) => setOpen({ what: 'add', brought }),
    edit: (row) => setOpen({ what: 'edit', row }),
    view: (row) => setOpen({ what: 'view', row }),
    remove: (rows) => void remove(rows),
    press: (pressed, rows) => void press(pressed, rows),
    dialog: open ? dialogFor(open) : null,
  }
}
