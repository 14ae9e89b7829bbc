import { type MouseEvent, useRef, useState } from 'react'
import { fill, type Text } from '#contract/kit/text.ts'
import type { BatchScores } from '#contract/project/batch-scores.ts'
import {
  decisionProposal,
  type Proposal,
  proposalWords,
  sendBackReason,
  type WaitingProposal,
} from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { countOf, countsText } from '#contract/project/proposal-words.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { ReasonForm } from '../dialog/reason-form.tsx'
import css from './batch-scores.module.css'
import { changedSince } from './planned-decisions.ts'
import { proposalPaths } from './proposal-draft.tsx'
import { ProposalFacts } from './proposal-history.tsx'

/** The second press of a double click is no confirmation. */
const ignoreDoubleClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}

type Step = 'confirm' | 'sendBack' | 'withdraw'
interface ActsProps {
  /** What it decides now, without what has changed since. */
  readonly counts: ReturnType<typeof countOf>
  readonly waiting: WaitingProposal
  readonly confirm: () => Promise<unknown>
}

/** Confirming takes two presses at the same place, as a decision does. */
const Acts = ({ counts, waiting: { id, canWithdraw, refusal }, confirm }: ActsProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useFocusIfLost(() => frame.current, step)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    await act().catch((error: unknown) => toaster.error(failureOf(error).message))
    setBusy(false)
    setStep(null)
    await invalidate(...proposalPaths)
  }
  const second = (label: Text, act: () => Promise<unknown>) => (
    <>
      <Button kind="main" busy={busy} onClick={ignoreDoubleClick(() => void run(act))}>
        {t(label)}
      </Button>
      <Button onClick={() => setStep(null)}>{t(words.cancel)}</Button>
    </>
  )
  if (step === 'sendBack')
    return (
      <ReasonForm
        name={`send-back-${id}`}
        reason={sendBackReason}
        label={['退回提案', 'Send the proposal back']}
        done={['提案已退回', 'Proposal sent back']}
        send={async (reason) => {
          await ask(decisionProposal.sendBack, { id, reason })
          await invalidate(...proposalPaths)
        }}
        close={() => setStep(null)}
      />
    )
  return (
    <div ref={frame} tabIndex={-1} className="row wrap gap-8 above-12">
      {step === 'confirm' ? second(fill(['确认：{0}', 'Confirm: {0}'], countsText(counts)), confirm) : null}
      {step === 'withdraw'
        ? second(['确认撤回', 'Confirm: withdraw'], () => ask(decisionProposal.withdraw, { id }))
        : null}
      {step === null ? (
        <>
          {refusal === null ? (
            <Button kind="main" onClick={() => setStep('confirm')}>
              {t(['确认提案', 'Confirm the proposal'])}
            </Button>
          ) : null}
          {refusal === null && !canWithdraw ? (
            <Button onClick={() => setStep('sendBack')}>{t(['退回提案', 'Send the proposal back'])}</Button>
          ) : null}
          {canWithdraw ? (
            <Button onClick={() => setStep('withdraw')}>{t(['撤回提案', 'Withdraw the proposal'])}</Button>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

const Waiters = ({ of: { refusal, confirmers } }: { readonly of: WaitingProposal }) => {
  const t = useLocalize()
  if (refusal === null) return null
  const names = confirmers.join(t(['、', ', ']))
  return (
    <p className="muted above-8">
      {refusal}
      <span className="block">
        {confirmers.length
          ? t([`可确认的人：${names}`, `Who can confirm it: ${names}`])
          : t([
              '目前没有其他人可以确认，请联系管理员。',
              'At present nobody else can confirm it; please tell an administrator.',
            ])}
      </span>
    </p>
  )
}

interface Props {
  readonly scores: BatchScores
  readonly proposal: Proposal
  readonly waiting: WaitingProposal
  /** Begins an act and shows how far it is. */
  readonly begin: (title: Text, start: () => Promise<{ readonly id: string }>) => Promise<void>
}

export const decidedPaths = [...proposalPaths, declaration.path, '/api/caict-flow/work', ...deskPaths]

/** The proposal that waits: what it decides, what has changed since, and what the user can do. */
export const WaitingProposalView = ({ scores, proposal, waiting, begin }: Props) => {
  const t = useLocalize()
  const changed = changedSince(scores.members, waiting)
  const counts = countOf(waiting.decisions.flatMap(({ id, isApproved }) => (changed.has(id) ? [] : isApproved)))
  const names = scores.members.flatMap(({ id, projectName }) => (changed.has(id) ? (projectName ?? '') : []))
  const confirm = () =>
    begin(proposalWords, () => ask(decisionProposal.confirm, { id: waiting.id }) as Promise<{ id: string }>)
  return (
    <section className={css.panel}>
      <h2>{t(['评审结论提案待确认', 'Proposed decisions wait for a confirmation'])}</h2>
      <ProposalFacts proposal={proposal} />
      {changed.size ? (
        <div className="above-12">
          <Notice
            tone="ask"
            title={t([`提案后有变化，将不办理：${changed.size}件`, `Changed since and left out: ${changed.size}`])}
          >
            <p>{names.join(t(['、', ', ']))}</p>
          </Notice>
        </div>
      ) : null}
      <Waiters of={waiting} />
      <Acts counts={counts} waiting={waiting} confirm={confirm} />
    </section>
  )
}
