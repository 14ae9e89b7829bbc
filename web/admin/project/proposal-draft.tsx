import { useState } from 'react'
import { fill, type Text } from '#contract/kit/text.ts'
import { type BatchScores, batchScores, type Member } from '#contract/project/batch-scores.ts'
import { type CutOff, isSameLine } from '#contract/project/cut-off.ts'
import {
  decisionProposal,
  exceptionReason,
  proposalComment,
  proposalWords,
} from '#contract/project/decision-proposal.ts'
import { countOf, leftOutText, lineText } from '#contract/project/proposal-words.ts'
import { versionsText } from '#contract/row-results.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { useStoredDraft } from '#web/base/preferences/stored-draft.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import css from './batch-scores.module.css'
import { type DraftException, draftedIn, type PlannedDecision } from './planned-decisions.ts'

export const proposalPaths = [batchScores.read.path, decisionProposal.read.path]

interface Draft {
  /** The line from which it was begun; null without a draft. */
  readonly line: CutOff | null
  readonly exceptions: readonly DraftException[]
  readonly comment: string
}
const noDraft: Draft = { line: null, exceptions: [], comment: '' }

/** The proposal that the user prepares from a line; stored in the browser until it is sent or cancelled. */
export const useProposalDraft = ({ batchId, members }: BatchScores, line: CutOff | null) => {
  const { draft, change, clear } = useStoredDraft(`proposal-${batchId}`, noDraft)
  const [asked, setAsked] = useState<Member | null>(null)
  const planned = line ? draftedIn(members, line, draft.exceptions) : new Map<string, PlannedDecision>()
  const others = (id: string) => draft.exceptions.filter((one) => one.id !== id)
  return {
    isOpen: line !== null && draft.line !== null && isSameLine(line, draft.line),
    ...{ draft, planned, asked, change, clear },
    open: () => change({ line }),
    except: (one: DraftException) => change({ exceptions: [...others(one.id), one] }),
    /** Asks for the reason of an exception, or ends one. */
    turn: (id: string) =>
      planned.get(id)?.reason
        ? change({ exceptions: others(id) })
        : setAsked(members.find((member) => member.id === id) ?? null),
    endAsking: () => setAsked(null),
  }
}
type ProposalDraft = ReturnType<typeof useProposalDraft>

const titles = {
  approve: ['改为通过：{0}', 'Approve although below the line: {0}'],
  reject: ['改为不予通过：{0}', 'Reject although above the line: {0}'],
} as const satisfies Record<string, Text>

/** Asks for the reason of an exception. */
export const ExceptionDialog = ({
  draft,
  member: { id, projectName },
}: {
  readonly draft: ProposalDraft
  readonly member: Member
}) => {
  const t = useLocalize()
  const isApproved = !draft.planned.get(id)?.isApproved
  const title = t(fill(isApproved ? titles.approve : titles.reject, projectName ?? ''))
  return (
    <FormDialog
      form={{ name: `exception-${id}`, opened: null }}
      title={title}
      parts={[{ label: exceptionReason.label, fields: { reason: exceptionReason } }]}
      initial={{ reason: null }}
      mode="new"
      ok={t(words.ok)}
      send={async ({ reason }) => draft.except({ id, isApproved, reason: String(reason) })}
      close={draft.endAsking}
    />
  )
}

interface FormProps {
  readonly scores: BatchScores
  readonly line: CutOff
  readonly draft: ProposalDraft
  readonly needsSecond: boolean
}

const afterwards = {
  second: [
    '提交后由另一人确认，确认后作出评审结论；评分或办理情况届时有变化的不办理。',
    'Somebody else confirms it, and then the decisions are made. Members that have changed by then are left out.',
  ],
  alone: [
    '提交后仍须确认一次，确认后作出评审结论；评分或办理情况届时有变化的不办理。',
    'It is confirmed once more, and then the decisions are made. Members that have changed by then are left out.',
  ],
} as const satisfies Record<string, Text>

/** What the draft decides, and sending it as a proposal. */
export const ProposalForm = ({ scores: { batchId, members }, line, draft, needsSecond }: FormProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const form = useForm({ comment: draft.draft.comment })
  const decisions = [...draft.planned].map(([declarationId, one]) => ({ declarationId, ...one }))
  const exceptions = decisions.flatMap(({ declarationId, reason }) => (reason ? { declarationId, reason } : []))
  const { approved, rejected } = countOf(decisions.map(({ isApproved }) => isApproved))
  const leftOut = leftOutText(members)
  const state: FormState = {
    ...form.state,
    change: (at, value) => {
      form.state.change(at, value)
      draft.change({ comment: String(value ?? '') })
    },
  }
  const send = async () => {
    const comment = rejected ? String(form.values.comment ?? '') : ''
    const input = { batchId, ...line, exceptions, comment, versions: versionsText(members) }
    if (!(await form.run(() => ask(decisionProposal.propose, input)))) return
    draft.clear()
    toaster.success(t(['提案已提交', 'Proposal submitted']))
    await invalidate(...proposalPaths)
  }
  return (
    <FormFrame refusal={form.refusal} className={css.panel} onSubmit={send}>
      <h2>{t(proposalWords)}</h2>
      <Facts
        isLarge
        of={[
          [['入选线', 'Line'], t(lineText(line))],
          [['通过', 'Approve'], String(approved)],
          [['不予通过', 'Reject'], String(rejected)],
          [['例外', 'Exceptions'], String(exceptions.length)],
          [['未列入', 'Left out'], leftOut && t(leftOut)],
        ]}
      />
      <p className="muted above-8">
        {t([
          '在下表“拟定结论”中可逐件改变结论，作为例外并说明理由。',
          'In the table below you can turn a decision round as an exception, with a reason.',
        ])}{' '}
        {t(needsSecond ? afterwards.second : afterwards.alone)}
      </p>
      {rejected ? (
        <div className="above-12">
          <FormContext value={state}>
            <FieldGrid fields={{ comment: { ...proposalComment, required: true } }} values={form.values} />
          </FormContext>
        </div>
      ) : null}
      <div className="row wrap gap-8 above-12">
        <Button type="submit" kind="main" busy={form.busy}>
          {t(['提交提案', 'Submit the proposal'])}
        </Button>
        <Button onClick={draft.clear}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}
