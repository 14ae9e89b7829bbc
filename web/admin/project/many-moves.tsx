import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type MoveOfManyName, moveOfManyNames, movesOfMany, type TrialOfMany } from '#contract/project/moves-of-many.ts'
import { rowsOfAct, versionsText } from '#contract/row-results.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { NotDoneList } from '../crud/bulk/not-done-list.tsx'
import { type Call, mergeOutcomes, type Outcome, rowsOf } from '../crud/bulk/outcome.ts'
import { Outcomes } from '../crud/bulk/outcomes.tsx'
import { runInBatches } from '../crud/bulk/run-in-batches.ts'
import { useActs } from '../crud/bulk/use-acts.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import type { AnyRow } from '../entity/calls.ts'
import { hasReviewDraft } from './review-draft.ts'

type Row = RowOf<typeof declaration>

const unsentDraft: Text = [
  '您对它有未提交的意见或修改要求，请逐件办理',
  'You have written something to it and not sent it; please open this declaration',
]
const titleOfAct = (action: MoveOfManyName): Text => {
  const { label } = movesOfMany[action]
  return [`批量办理：${label[0]}`, `Handle together: ${label[1]}`]
}
const doneWords = (action: MoveOfManyName, count: number): Text => {
  const { label } = movesOfMany[action]
  return [`${label[0]}：已办 ${count} 件`, `${label[1]}: ${count} done`]
}
const titleOf = ({ projectName }: AnyRow) => String(projectName ?? '')

/** Makes a move of these rows, or only checks them; each has an outcome of its own. */
const run = (action: MoveOfManyName, rows: readonly AnyRow[], isTrial: boolean, progress: (done: number) => void) =>
  runInBatches(
    declaration.calls.handleMany as unknown as Call,
    rows,
    (batch) => ({ action, versions: versionsText(batch as readonly Row[]), ...(isTrial ? { isTrial: 1 } : {}) }),
    progress,
    // an act that its user waits for is one request: what it sends to a person arrives as one e-mail
    isTrial ? checkedAtOnce : rowsOfAct.direct,
  )

/** Rows that one request checks, which costs a few milliseconds each. */
const checkedAtOnce = 100

/** What a check has found, until the user confirms it: what was seen then is what is sent. */
interface Checked {
  readonly action: MoveOfManyName
  readonly outcomes: readonly Outcome[]
}

const inBackground: Text = [
  '数量较多，确认后在后台逐件办理，可随时停止；结果可下载。',
  'These are many: they are handled one after another in the background. You can stop it at any time, and download the results.',
]

interface DialogProps {
  readonly checked: Checked
  readonly busy: number | null
  readonly confirm: (rows: readonly AnyRow[]) => void
  readonly close: () => void
}

/** Which of the selected declarations can be handled, and why the others cannot. */
const CheckedDialog = ({ checked: { action, outcomes }, busy, confirm, close }: DialogProps) => {
  const t = useLocalize()
  const { label } = movesOfMany[action]
  const possible = rowsOf(outcomes, true)
  const others = outcomes.filter(({ done }) => !done)
  const unopened =
    action === 'approve'
      ? outcomes.filter(({ done, answer }) => done && (answer as TrialOfMany | null)?.isUnopened).length
      : 0
  return (
    <RecordModal
      title={t(titleOfAct(action))}
      close={() => busy === null && close()}
      width={640}
      footer={
        <>
          <Button disabled={busy !== null} onClick={close}>
            {t(words.cancel)}
          </Button>
          <Button kind="main" busy={busy !== null} disabled={possible.length === 0} onClick={() => confirm(possible)}>
            {busy === null
              ? t([`确认${label[0]} ${possible.length} 件`, `Confirm: ${label[1]} (${possible.length})`])
              : t([`正在办理（${busy} / ${possible.length}）`, `In progress (${busy} of ${possible.length})`])}
          </Button>
        </>
      }
    >
      <Notice
        tone={others.length || unopened ? 'ask' : 'good'}
        live
        title={t([
          `可以办理 ${possible.length} 件，不能办理 ${others.length} 件`,
          `Can be handled: ${possible.length}, cannot: ${others.length}`,
        ])}
      />
      {unopened ? (
        <p className="above-8">
          {t([
            `其中 ${unopened} 件自提交以来本单位无人打开查看。`,
            `Nobody in your office has opened ${unopened} of them since their submission.`,
          ])}
        </p>
      ) : null}
      {possible.length > rowsOfAct.direct ? <p className="muted above-8">{t(inBackground)}</p> : null}
      <NotDoneList rows={others.map(({ row, msg }) => ({ id: row.id, title: titleOf(row), msg }))} />
    </RecordModal>
  )
}

const readPaths = [declaration.path, 'walk', '/api/caict-flow/work', '/api/caict-porject/library', ...deskPaths]

/** Begins a move in the background: its outcomes are in a dialog of its own. Null if it could not begin. */
const begin = (
  acts: ReturnType<typeof useActs>,
  action: MoveOfManyName,
  rows: readonly AnyRow[],
  toaster: ReturnType<typeof useToaster>,
): Promise<readonly Outcome[] | null> => {
  const { startMany } = declaration.calls
  const start = () => ask(startMany, { action, versions: versionsText(rows as readonly Row[]) })
  return acts.begin(titleOfAct(action), start).then(
    () => [],
    (error) => {
      toaster.error(failureOf(error).message)
      return null
    },
  )
}

/** Runs a check, then the confirmed rows, and keeps what was not done. */
const useChecked = (onDone: () => void) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [results, setResults] = useState<Checked | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const acts = useActs(() => void invalidate(...readPaths))
  const perform = async (action: MoveOfManyName, rows: readonly AnyRow[], isTrial: boolean) => {
    setBusy(0)
    try {
      return await run(action, rows, isTrial, setBusy)
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
    const found = rest.length ? await perform(action, rest as unknown as readonly AnyRow[], true) : []
    const left = unsent.map((row) => ({
      row: row as unknown as AnyRow,
      done: false,
      msg: t(unsentDraft),
      answer: null,
    }))
    if (found) setChecked({ action, outcomes: [...left, ...found] })
  }
  const send = async (action: MoveOfManyName, rows: readonly AnyRow[]) => {
    const outcomes = await perform(action, rows, false)
    if (!outcomes) return null
    const done = rowsOf(outcomes, true).length
    if (done) toaster.success(t(doneWords(action, done)))
    await invalidate(...readPaths)
    return outcomes
  }
  return {
    ...{ checked, results, busy, check, actOverlay: acts.overlay },
    closeChecked: () => setChecked(null),
    closeResults: () => setResults(null),
    confirm: async (rows: readonly AnyRow[]) => {
      if (!checked) return
      const { action } = checked
      const isLong = rows.length > rowsOfAct.direct
      const outcomes = isLong ? await begin(acts, action, rows, toaster) : await send(action, rows)
      // as a whole not sent: the selection stays for another attempt
      if (!outcomes) return
      setChecked(null)
      onDone()
      if (outcomes.some(({ done }) => !done)) setResults({ action, outcomes })
    },
    retry: async () => {
      if (!results) return
      const again = await send(results.action, rowsOf(results.outcomes, false))
      if (again) setResults({ ...results, outcomes: mergeOutcomes(results.outcomes, again) })
    },
  }
}

/** Moves of the selected declarations: a check says which can be handled, and the confirmed ones are handled one by one. */
export const useManyMoves = (clear: () => void) => {
  const t = useLocalize()
  const may = useMay()
  const moves = useChecked(clear)
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
          <CheckedDialog
            checked={moves.checked}
            busy={moves.busy}
            confirm={(rows) => void moves.confirm(rows)}
            close={moves.closeChecked}
          />
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
