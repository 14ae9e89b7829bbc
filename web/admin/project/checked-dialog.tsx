import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import {
  type CommonRemark,
  type MoveOfManyName,
  movesOfMany,
  type TrialOfMany,
} from '#contract/project/moves-of-many.ts'
import { rowsOfAct } from '#contract/row-results.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NotDoneList } from '../crud/bulk/not-done-list.tsx'
import { type Outcome, rowsOf } from '../crud/bulk/outcome.ts'
import { RecordModal } from '../dialog/record-modal.tsx'
import type { AnyRow } from '../entity/calls.ts'

/** What a check has found, until the user confirms it: what was seen then is what is sent. */
export interface Checked {
  readonly action: MoveOfManyName
  readonly outcomes: readonly Outcome[]
}

export interface DialogProps {
  readonly checked: Checked
  /** How many are handled; null if it is not being sent. */
  readonly busy: number | null
  /** Resolves to whether they were sent. */
  readonly confirm: (rows: readonly AnyRow[], remark?: CommonRemark) => Promise<boolean>
  readonly close: () => void
}

export const titleOf = ({ projectName }: AnyRow): string => String(projectName ?? '')
export const titleOfAct = (action: MoveOfManyName): Text => {
  const { label } = movesOfMany[action]
  return [`批量办理：${label[0]}`, `Handle together: ${label[1]}`]
}

const inBackground: Text = [
  '数量较多，确认后在后台逐件办理，可随时停止；结果可下载。',
  'These are many: they are handled one after another in the background. You can stop it at any time, and download the results.',
]

interface FrameProps extends Omit<DialogProps, 'confirm'> {
  readonly send: () => void
  /** Keys that send it, too. */
  readonly chord?: string
  /** Whether the counts do not need the user's attention. */
  readonly isPlain?: boolean
  /** Between the counts and the rows that cannot be handled. */
  readonly children?: ReactNode
}

/** Which of the selected declarations can be handled, why the others cannot, and the second press. */
export const CheckedFrame = ({ checked, busy, send, close, chord, isPlain = true, children }: FrameProps) => {
  const t = useLocalize()
  const { action, outcomes } = checked
  const { label } = movesOfMany[action]
  const possible = rowsOf(outcomes, true).length
  const others = outcomes.filter(({ done }) => !done)
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
          <Button kind="main" busy={busy !== null} disabled={possible === 0} aria-keyshortcuts={chord} onClick={send}>
            {busy === null
              ? t([`确认${label[0]} ${possible} 件`, `Confirm: ${label[1]} (${possible})`])
              : t([`正在办理（${busy} / ${possible}）`, `In progress (${busy} of ${possible})`])}
          </Button>
        </>
      }
    >
      <Notice
        tone={others.length || !isPlain ? 'ask' : 'good'}
        live
        title={t([
          `可以办理 ${possible} 件，不能办理 ${others.length} 件`,
          `Can be handled: ${possible}, cannot: ${others.length}`,
        ])}
      />
      {children}
      {possible > rowsOfAct.direct ? <p className="muted above-8">{t(inBackground)}</p> : null}
      <NotDoneList rows={others.map(({ row, msg }) => ({ id: row.id, title: titleOf(row), msg }))} />
    </RecordModal>
  )
}

/** A move that needs nothing but the second press. */
export const CheckedDialog = ({ confirm, ...props }: DialogProps) => {
  const t = useLocalize()
  const { action, outcomes } = props.checked
  const unopened =
    action === 'approve'
      ? outcomes.filter(({ done, answer }) => done && (answer as TrialOfMany | null)?.isUnopened).length
      : 0
  return (
    <CheckedFrame {...props} isPlain={unopened === 0} send={() => void confirm(rowsOf(outcomes, true))}>
      {unopened ? (
        <p className="above-8">
          {t([
            `其中 ${unopened} 件自提交以来本单位无人打开查看。`,
            `Nobody in your office has opened ${unopened} of them since their submission.`,
          ])}
        </p>
      ) : null}
    </CheckedFrame>
  )
}
