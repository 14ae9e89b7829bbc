import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { InOf, OutOf } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/say.ts'
import type { FormValues } from '#web/form/place.ts'
import { type AnyRow, callsOf, keyField, nameOf, titleIn } from '../calls.ts'
import { askEach } from './each.ts'
import { belowFirst, type Call, gathered, mended, type Outcome, takesRows } from './outcome.ts'
import { Outcomes } from './outcomes.tsx'
import { Undo } from './undo.tsx'

/** What a screen does with the answer of a call that was made on it. */
export type Told<T extends AnyEntity> = {
  readonly [N in keyof T['calls']]?: (answer: OutOf<T['calls'][N]>, input: InOf<T['calls'][N]>) => void
}

type AnyTold = Readonly<Record<string, ((answer: unknown, input: FormValues) => void) | undefined>>

interface Options<T extends AnyEntity> {
  readonly told?: Told<T> | undefined
  /** After each write, with the ids of the selected rows it was done with: to take them from the selection, say. */
  readonly written?: ((done: readonly string[]) => void) | undefined
}

/** A call on several rows that is done with some of them: what came of each, until somebody has read it. */
interface Open {
  readonly call: Call
  readonly more: FormValues
  readonly outcomes: readonly Outcome[]
}

const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id).join(',')
const rowsOf = (outcomes: readonly Outcome[], areDone: boolean) =>
  outcomes.filter(({ done }) => done === areDone).map(({ row }) => row)

/** Shows how far a long work is. */
const useProgress = () => {
  const t = useLocalize()
  const { message } = App.useApp()
  const key = 'row-by-row'
  return {
    show: (total: number) => (done: number) =>
      done &&
      message.open({
        ...{ key, type: 'loading', duration: 0 },
        content: t([`正在处理 ${done} / ${total}`, `${done} of ${total} done`]),
      }),
    hide: () => message.destroy(key),
  }
}

/** Makes calls, says how they went, has what they changed read again, and offers the way back where there is one. */
export const useWriting = <T extends AnyEntity>(entity: T, { told, written }: Options<T>) => {
  const t = useLocalize()
  const { message } = App.useApp()
  const progress = useProgress()
  const [open, setOpen] = useState<Open | null>(null)
  const [gone, setGone] = useState<readonly AnyRow[]>([])
  const { remove, restore } = callsOf(entity)

  const tell = (call: Call, answer: unknown, input: FormValues) => {
    // what is told is typed by the entity's calls; here a call is known by its name only
    const listener = (told as AnyTold | undefined)?.[nameOf(entity, call)]
    listener?.(answer, input)
  }
  const changed = (rows: readonly AnyRow[]) => {
    written?.(rows.map(({ id }) => id))
    void invalidate(entity.path)
  }
  const say = (call: Call, rows: readonly AnyRow[], done: Text) => {
    if (call === remove && restore) setGone(rows)
    else message.success(t(done))
  }

  /** A call on no rows, or on one that it names itself. */
  const write = async (call: Call, input: FormValues, done: Text, headers: Record<string, string> = {}) => {
    const answer = await ask(call, input, { headers })
    message.success(t(done))
    changed([])
    tell(call, answer, input)
  }
  const finish = ({ call, more, outcomes }: Open, done: Text | null) => {
    const rows = rowsOf(outcomes, true)
    if (rows.length && (done || call === remove)) say(call, rows, done ?? words.removed)
    for (const answer of gathered(outcomes)) tell(call, answer, { ...more, [keyField(call)]: idsOf(rows) })
  }
  const tryEach = (call: Call, rows: readonly AnyRow[], more: FormValues) => {
    const ordered = call === restore ? belowFirst(rows).reverse() : belowFirst(rows)
    return askEach(call, ordered, more, progress.show(rows.length)).finally(progress.hide)
  }
  /** A call on rows: one is refused as a whole, of several each has an outcome of its own. */
  const writeRows = async (call: Call, rows: readonly AnyRow[], more: FormValues, done: Text) => {
    if (rows.length < 2 || !takesRows(call)) {
      const answer = await ask(call, { ...more, [keyField(call)]: idsOf(rows) })
      changed(rows)
      return finish({ call, more, outcomes: rows.map((row) => ({ row, done: true, msg: null, answer })) }, done)
    }
    const outcomes = await tryEach(call, rows, more)
    const now = { call, more, outcomes }
    changed(rowsOf(outcomes, true))
    if (rowsOf(outcomes, false).length) setOpen(now)
    else finish(now, done)
  }
  const retry = async (now: Open) => {
    try {
      const outcomes = mended(now.outcomes, await tryEach(now.call, rowsOf(now.outcomes, false), now.more))
      changed(rowsOf(outcomes, true))
      setOpen({ ...now, outcomes })
    } catch (error) {
      message.error(failureOf(error).message)
    }
  }
  const undo = async () => {
    setGone([])
    if (!restore) return
    try {
      await ask(restore, { [keyField(restore)]: idsOf(gone) })
      message.success(t([`已恢复 ${gone.length} 条`, `${gone.length} restored`]))
      changed([])
    } catch (error) {
      message.error(failureOf(error).message)
    }
  }
  const close = (now: Open) => {
    setOpen(null)
    finish(now, null)
  }
  const shown: ReactNode = (
    <>
      <div role="status">
        {gone.length ? (
          <Undo key={idsOf(gone)} count={gone.length} undo={() => void undo()} close={() => setGone([])} />
        ) : null}
      </div>
      {open ? (
        <Outcomes
          title={t(['处理结果', 'Results'])}
          outcomes={open.outcomes}
          titleOf={(row) => titleIn(entity, row)}
          retry={() => retry(open)}
          close={() => close(open)}
        />
      ) : null}
    </>
  )
  return { write, writeRows, shown }
}
