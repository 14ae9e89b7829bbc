import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import {
  type CommonRemark,
  type MoveOfManyName,
  moveOfManyNames,
  movesOfMany,
} from '#contract/project/moves-of-many.ts'
import { rowsOfAct, versionsText } from '#contract/row-results.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { type Call, mergeOutcomes, type Outcome, rowsOf } from '../crud/bulk/outcome.ts'
import { Outcomes } from '../crud/bulk/outcomes.tsx'
import { runInBatches } from '../crud/bulk/run-in-batches.ts'
import { useActs } from '../crud/bulk/use-acts.tsx'
import type { AnyRow } from '../entity/calls.ts'
import { type Checked, CheckedDialog, titleOf, titleOfAct } from './checked-dialog.tsx'
import { hasReviewDraft } from './review-draft.ts'

type Row = RowOf<typeof declaration>

interface Move {
  readonly action: MoveOfManyName
  /** For a return. */
  readonly remark?: CommonRemark | undefined
}

/** Loaded with the first return of many. */
const ReturnDialog = lazyComponent(async () => (await import('./return-dialog.tsx')).ReturnDialog)

const unsentDraft: Text = [
  '您对它有未提交的意见或修改要求，请逐件办理',
  'You have written something to it and not sent it; please open this declaration',
]
const doneWords = (action: MoveOfManyName, count: number): Text => {
  const { label } = movesOfMany[action]
  return [`${label[0]}：已办 ${count} 件`, `${label[1]}: ${count} done`]
}

/** Makes a move of these rows, or only checks them; each has an outcome of its own. */
const run = ({ action, remark }: Move, rows: readonly AnyRow[], isTrial: boolean, progress: (done: number) => void) =>
  runInBatches(
    declaration.calls.handleMany as unknown as Call,
    rows,
    (batch) => ({
      action,
      ...remark,
      versions: versionsText(batch as readonly Row[]),
      ...(isTrial ? { isTrial: 1 } : {}),
    }),
    progress,
    // an act that its user waits for is one request: what it sends to a person arrives as one e-mail
    isTrial ? checkedAtOnce : rowsOfAct.direct,
  )

/** Rows that one request checks, which costs a few milliseconds each. */
const checkedAtOnce = 100

const readPaths = [declaration.path, 'walk', '/api/caict-flow/work', '/api/caict-porject/library', ...deskPaths]

/** Begins a move in the background: its outcomes are in a dialog of its own. Null if it could not begin. */
const begin = (
  acts: ReturnType<typeof useActs>,
  { action, remark }: Move,
  rows: readonly AnyRow[],
  toaster: ReturnType<typeof useToaster>,
): Promise<readonly Outcome[] | null> => {
  const { startMany } = declaration.calls
  const start = () => ask(startMany, { action, ...remark, versions: versionsText(rows as readonly Row[]) })
  return acts.begin(titleOfAct(action), start).then(
    () => [],
    (error) => {
      toaster.error(failureOf(error).message)
      return null
    },
  )
}

const leftOut = (row: Row, msg: string): Outcome => ({ row: row as unknown as AnyRow, done: false, msg, answer: null })

/** Runs a check, then the confirmed rows, and keeps what was not done. */
const useChecked = (onDone: () => void) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [results, setResults] = useState<(Checked & Move) | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const acts = useActs(() => void invalidate(...readPaths))
  const perform = async (move: Move, rows: readonly AnyRow[], isTrial: boolean) => {
    setBusy(0)
    try {
      return await run(move, rows, isTrial, setBusy)
    } catch (error) {
      toaster.error(failureOf(error).message)
      return null
    } finally {
      setBusy(null)
    }
  }
  const check = async (action: MoveOfManyName, rows: readonly Row[]) => {
    const unsent = rows.filter(({ id, stageSince }) => hasReviewDraft(id, stageSince))
    const rest = rows.filter((row) => !unsent.includes(row))
    const found = rest.length ? await perform({ action }, rest as unknown as readonly AnyRow[], true) : []
    const left = unsent.map((row) => leftOut(row, t(unsentDraft)))
    if (found) setChecked({ action, outcomes: [...left, ...found] })
  }
  const send = async (move: Move, rows: readonly AnyRow[]) => {
    const outcomes = await perform(move, rows, false)
    if (!outcomes) return null
    const done = rowsOf(outcomes, true).length
    if (done) toaster.success(t(doneWords(move.action, done)))
    await invalidate(...readPaths)
    return outcomes
  }
  return {
    ...{ checked, results, busy, check, actOverlay: acts.overlay },
    closeChecked: () => setChecked(null),
    closeResults: () => setResults(null),
    confirm: async (rows: readonly AnyRow[], remark?: CommonRemark): Promise<boolean> => {
      if (!checked) return false
      const move = { action: checked.action, remark }
      const isLong = rows.length > rowsOfAct.direct
      const outcomes = isLong ? await begin(acts, move, rows, toaster) : await send(move, rows)
      // as a whole not sent: the selection stays for another attempt
      if (!outcomes) return false
      setChecked(null)
      onDone()
      if (outcomes.some(({ done }) => !done)) setResults({ ...move, outcomes })
      return isLong || outcomes.some(({ done }) => done)
    },
    retry: async () => {
      if (!results) return
      const again = await send(results, rowsOf(results.outcomes, false))
      if (again) setResults({ ...results, outcomes: mergeOutcomes(results.outcomes, again) })
    },
  }
}

/** Moves of the selected declarations: a check says which can be handled, and the confirmed ones are handled one by one. */
export const useManyMoves = (clear: () => void) => {
  const t = useLocalize()
  const may = useMay()
  const moves = useChecked(clear)
  const Dialog = moves.checked?.action === 'return' ? ReturnDialog : CheckedDialog
  const names = moveOfManyNames.filter((name) => movesOfMany[name].perms.some((perm) => may(`declaration_${perm}`)))
  return {
    buttons: names.length
      ? (rows: readonly Row[]) =>
          names.map((name) => (
            <Button key={name} busy={moves.busy !== null} onClick={() => void moves.check(name, rows)}>
              {t(movesOfMany[name].label)}
            </Button>
          ))
      : undefined,
    dialog: (
      <>
        {moves.checked ? (
          <Dialog checked={moves.checked} busy={moves.busy} confirm={moves.confirm} close={moves.closeChecked} />
        ) : null}
        {moves.actOverlay}
        {moves.results ? (
          <Outcomes
            title={t(['处理结果', 'Results'])}
            outcomes={moves.results.outcomes}
            titleOf={titleOf}
            retry={moves.retry}
            close={moves.closeResults}
          />
        ) : null}
      </>
    ),
  }
}
