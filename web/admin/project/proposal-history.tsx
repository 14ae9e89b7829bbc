import type { Text } from '#contract/kit/text.ts'
import {
  decisionProposal,
  minutesFile,
  type Proposal,
  type ProposalState,
  type ProposedDecision,
} from '#contract/project/decision-proposal.ts'
import { countsText, lineText } from '#contract/project/proposal-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DownloadButton } from '#web/base/page/download-button.tsx'
import { Facts } from '#web/base/page/facts.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { NotDoneList } from '../crud/bulk/not-done-list.tsx'
import css from './batch-scores.module.css'
import { Verdict } from './proposed-cell.tsx'

const { minutes } = decisionProposal

const states: Readonly<Record<ProposalState, readonly [Tone, Text]>> = {
  1: ['ask', ['待确认', 'Waiting']],
  2: ['good', ['已确认', 'Confirmed']],
  3: ['calm', ['已撤回', 'Withdrawn']],
  4: ['bad', ['已退回', 'Sent back']],
}

const Exceptions = ({ of }: { readonly of: readonly ProposedDecision[] }) => {
  const t = useLocalize()
  if (of.length === 0) return null
  return (
    <>
      <h3 className="above-12">{t([`例外（${of.length}）`, `Exceptions (${of.length})`])}</h3>
      <ul className="stack gap-8 above-4">
        {of.map(({ id, projectName, isApproved, reason }) => (
          <li key={id}>
            {projectName} <Verdict isApproved={isApproved} />
            <span className="block muted small">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const who = (name: string | null, time: string | null) => time && [name, time.slice(0, 16)].filter(Boolean).join(' ')

/** What a proposal decides, who made it, and its exceptions with their reasons. */
export const ProposalFacts = ({ proposal }: { readonly proposal: Proposal }) => {
  const t = useLocalize()
  const { comment, exceptions, line, proposedAt, proposedBy } = proposal
  return (
    <>
      <Facts
        isLarge
        of={[
          [['结论件数', 'Decisions'], t(countsText(proposal))],
          [['例外', 'Exceptions'], String(exceptions.length)],
          [['入选线', 'Line'], t(lineText(line))],
          [['提出', 'Proposed'], who(proposedBy, proposedAt)],
          [['不予通过的理由', 'Reason for the rejections'], comment],
        ]}
      />
      <Exceptions of={exceptions} />
    </>
  )
}

/** The minutes of a confirmed proposal, with and without the names of experts. */
const Minutes = ({ id, batchName }: { readonly id: string; readonly batchName: string }) => {
  const t = useLocalize()
  const buttonFor = (isNameless: boolean, label: Text) => (
    <DownloadButton
      url={`${minutes.path}?id=${id}&isNameless=${isNameless ? 1 : 0}`}
      name={t(minutesFile(batchName, isNameless))}
    >
      {t(label)}
    </DownloadButton>
  )
  return (
    <div className="row wrap middle gap-8 above-12">
      {buttonFor(false, minutes.label)}
      {buttonFor(true, ['评审会纪要（隐去专家姓名）', 'Minutes without names of experts'])}
    </div>
  )
}

const Settled = ({ proposal, batchName }: { readonly proposal: Proposal; readonly batchName: string }) => {
  const t = useLocalize()
  const { state, settledBy, settledAt, settleReason, left, done, isRunning, hasMinutes } = proposal
  const [tone, label] = states[state]
  const isConfirmed = state === 2
  return (
    <li className={css.panel}>
      <p className="below-8">
        <Tag tone={tone}>{t(label)}</Tag>
      </p>
      <ProposalFacts proposal={proposal} />
      <div className="above-12">
        <Facts
          isLarge
          of={[
            [label, who(settledBy, settledAt)],
            [['退回理由', 'Reason'], settleReason],
            [['已作出结论', 'Decided'], isConfirmed && String(done)],
            [['进展', 'Progress'], isRunning && t(['正在办理', 'In progress'])],
          ]}
        />
      </div>
      {hasMinutes && !isRunning ? <Minutes id={proposal.id} batchName={batchName} /> : null}
      {left.length && !isRunning ? (
        <>
          <h3 className="above-12">{t([`未作出结论（${left.length}）`, `Not decided (${left.length})`])}</h3>
          <NotDoneList rows={left.map((one) => ({ ...one, title: one.projectName ?? '' }))} />
        </>
      ) : null}
    </li>
  )
}

/** The proposals that were settled, the latest first; open if the last one has left something undecided. */
export const ProposalHistory = ({ of, batchName }: { of: readonly Proposal[]; batchName: string }) => {
  const t = useLocalize()
  const settled = of.filter(({ state }) => state !== 1)
  if (settled.length === 0) return null
  return (
    <details className="above-12" open={(settled[0]?.left.length ?? 0) > 0}>
      <summary>{t([`历次提案（${settled.length}）`, `Earlier proposals (${settled.length})`])}</summary>
      <ul className="stack gap-8 above-8">
        {settled.map((proposal) => (
          <Settled key={proposal.id} proposal={proposal} batchName={batchName} />
        ))}
      </ul>
    </details>
  )
}
