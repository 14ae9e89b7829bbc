import { type ReactNode, useState } from 'react'
import type { InOf, OutOf } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { rowsOfAct, versionsText } from '#contract/row-results.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { type AnyRow, callsOf, keyField, nameOf } from '../../entity/calls.ts'
import { acceptsRows, type Call, childrenFirst, mergeAnswers, rowsOf } from './outcome.ts'
import type { BulkResult } from './result-dialog.tsx'
import { runInBatches } from './run-in-batches.ts'
import { useActs } from './use-acts.tsx'

/** A screen's handlers for the answers of its calls, by call name. */
export type SuccessHandlers<T extends AnyEntity> = {
  readonly [N in keyof T['calls']]?: (answer: OutOf<T['calls'][N]>, input: InOf<T['calls'][N]>) => void
}

type AnySuccessHandlers = Readonly<Record<string, ((answer: unknown, input: FormValues) => void) | undefined>>

interface Options<T extends AnyEntity> {
  readonly onSuccess?: SuccessHandlers<T> | undefined
  /** Called after each write with the ids of the processed rows, for example to remove them from the selection. */
  readonly onWritten?: ((done: readonly string[]) => void) | undefined
}

const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id).join(',')

/** Displays the progress of a long operation. */
const useProgress = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const key = 'row-by-row'
  return {
    show: (total: number) => (done: number) =>
      done &&
      toaster.show({
        key,
        tone: 'busy',
        seconds: null,
        content: t([`正在处理 ${done} / ${total}`, `${done} of ${total} done`]),
      }),
    hide: () => toaster.dismiss(key),
  }
}

/** Reports successful calls to the screen, and refetches what they changed. */
const notifiersOf = <T extends AnyEntity>(entity: T, { onSuccess, onWritten }: Options<T>) => ({
  notifySuccess: (call: Call, answer: unknown, input: FormValues) => {
    // handlers are typed by the entity's calls; here a call is known only by its name
    const listener = (onSuccess as AnySuccessHandlers | undefined)?.[nameOf(entity, call)]
    listener?.(answer, input)
  },
  notifyWritten: (rows: readonly AnyRow[]) => {
    onWritten?.(rows.map(({ id }) => id))
    void invalidate(entity.path, ...deskPaths)
  },
})

/** Runs a call on each row and displays the progress. In a tree, children come first, except when restoring. */
const useAskEach = (restore: Call | undefined) => {
  const progress = useProgress()
  return (call: Call, rows: readonly AnyRow[], more: FormValues) => {
    const ordered = call === restore ? childrenFirst(rows).reverse() : childrenFirst(rows)
    return runInBatches(call, ordered, more, progress.show(rows.length)).finally(progress.hide)
  }
}

/** Loaded with the first removal that can be undone. */
const Undo = lazyComponent(async () => (await import('./undo.tsx')).Undo)

/** Offers to undo a removal: `offer` displays it for these rows. */
const useUndo = (restore: (rows: readonly AnyRow[]) => Promise<void>) => {
  const toaster = useToaster()
  const [rows, offer] = useState<readonly AnyRow[]>([])
  const undo = async () => {
    offer([])
    try {
      await restore(rows)
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  const overlay = (
    <div role="status">
      {rows.length ? (
        <Undo key={idsOf(rows)} count={rows.length} undo={() => void undo()} close={() => offer([])} />
      ) : null}
    </div>
  )
  return { offer, overlay }
}

/** Begins a call on more rows than a request handles in the background; false if these rows are for a request. */
const beginAct = async (
  acts: ReturnType<typeof useActs>,
  entity: AnyEntity,
  { button }: Call,
  rows: readonly AnyRow[],
): Promise<boolean> => {
  const start = (entity.calls as Readonly<Record<string, Call>>)[button?.inBackground ?? '']
  if (!start || !button || rows.length <= rowsOfAct.direct) return false
  await acts.begin(button.label, () => ask(start, { versions: versionsText(rows) }) as Promise<{ readonly id: string }>)
  return true
}

/** The outcomes of a bulk call that failed for some rows, loaded when there are any. */
const ResultDialog = lazyComponent(async () => (await import('./result-dialog.tsx')).ResultDialog)

export const restoredWords = (count: number): Text => [`已恢复 ${count} 条`, `${count} restored`]

export type Writing = ReturnType<typeof useWriting>

/** Sends calls, reports their results, refetches what they changed, and offers to undo where possible. */
export const useWriting = <T extends AnyEntity>(entity: T, options: Options<T>) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [result, setResult] = useState<BulkResult | null>(null)
  const { remove, restore } = callsOf(entity)
  const tryEach = useAskEach(restore)
  const { notifySuccess, notifyWritten } = notifiersOf(entity, options)
  const acts = useActs(() => notifyWritten([]))
  const undo = useUndo(async (rows) => {
    if (restore) await writeRows(restore, rows, {}, restoredWords(rows.length))
  })

  /** A call without rows, or with a single row in its input. */
  const write = async (call: Call, input: FormValues, done: Text, headers: Record<string, string> = {}) => {
    const answer = await ask(call, input, { headers })
    toaster.success(t(done))
    notifyWritten([])
    notifySuccess(call, answer, input)
  }
  const finish = ({ call, more, outcomes }: BulkResult, done: Text | null) => {
    setResult(null)
    const rows = rowsOf(outcomes, true)
    if (rows.length && call === remove && restore) undo.offer(rows)
    else if (rows.length && (done || call === remove)) toaster.success(t(done ?? words.removed))
    for (const answer of mergeAnswers(outcomes)) notifySuccess(call, answer, { ...more, [keyField(call)]: idsOf(rows) })
  }
  /** A call on rows: for one row an error is thrown; for several each row has its own outcome. */
  const writeRows = async (call: Call, rows: readonly AnyRow[], more: FormValues, done: Text) => {
    if (rows.length < 2 || !acceptsRows(call)) {
      const answer = await ask(call, { ...more, [keyField(call)]: idsOf(rows) })
      notifyWritten(rows)
      return finish({ call, more, outcomes: rows.map((row) => ({ row, done: true, msg: null, answer })) }, done)
    }
    if (await beginAct(acts, entity, call, rows)) return
    const bulkResult = { call, more, outcomes: await tryEach(call, rows, more) }
    notifyWritten(rowsOf(bulkResult.outcomes, true))
    if (rowsOf(bulkResult.outcomes, false).length) setResult(bulkResult)
    else finish(bulkResult, done)
  }
  const overlays: ReactNode = (
    <>
      {undo.overlay}
      {acts.overlay}
      {result ? (
        <ResultDialog
          result={result}
          entity={entity}
          retry={(rows) => tryEach(result.call, rows, result.more)}
          update={(next) => {
            notifyWritten(rowsOf(next.outcomes, true))
            setResult(next)
          }}
          close={() => finish(result, null)}
        />
      ) : null}
    </>
  )
  return { write, writeRows, overlays }
}
