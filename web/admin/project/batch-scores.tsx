import { useState } from 'react'
import { useMatch } from 'react-router'
import { fill } from '#contract/kit/text.ts'
import { type BatchScores, batchScores, batchScoresWords } from '#contract/project/batch-scores.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import { decisionProposal, type Proposals } from '#contract/project/decision-proposal.ts'
import { lineText } from '#contract/project/proposal-words.ts'
import { invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DownloadButton } from '#web/base/page/download-button.tsx'
import { Facts } from '#web/base/page/facts.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { Button } from '#web/ui/button.tsx'
import { useActs } from '../crud/bulk/use-acts.tsx'
import { useTabName } from '../shell/page-tab.ts'
import css from './batch-scores.module.css'
import { LineForm } from './line-form.tsx'
import { type Compared, changeOf, effectOf } from './line-words.ts'
import { MemberTable } from './member-table.tsx'
import { plannedIn } from './planned-decisions.ts'
import { ExceptionDialog, ProposalForm, useProposalDraft } from './proposal-draft.tsx'
import { ProposalHistory } from './proposal-history.tsx'
import { ProposingContext } from './proposed-cell.tsx'
import { ProvinceLists } from './recommendation-lists.tsx'
import { decidedPaths, WaitingProposalView } from './waiting-proposal.tsx'

/** The line in the address, so that it stays when the page is loaded again. */
const lineIn = (search: URLSearchParams): CutOff | null => {
  const [by, at, minimum] = ['by', 'at', 'minimum'].map((name) => search.get(name))
  if ((by !== 'count' && by !== 'value') || !Number.isFinite(Number(at ?? 'none'))) return null
  return { by, at: Number(at), minimum: minimum && Number.isFinite(Number(minimum)) ? Number(minimum) : null }
}

const parametersOf = (line: CutOff | null): [string, string][] =>
  Object.entries(line ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))

const useLine = () => {
  const [search, setSearch] = useSearch()
  const [before, setBefore] = useState<CutOff | null>(null)
  const line = lineIn(search)
  const set = (next: CutOff | null) => {
    setBefore(line)
    setSearch(() => new URLSearchParams(parametersOf(next)), { replace: true })
  }
  return { line, before, set }
}

const ExportButton = ({ of, line }: { readonly of: BatchScores; readonly line: CutOff | null }) => {
  const t = useLocalize()
  const parameters = new URLSearchParams([['batchId', of.batchId], ...parametersOf(line)])
  return (
    <DownloadButton
      url={`${batchScores.sheet.path}?${parameters}`}
      name={`${t(batchScoresWords)}-${of.batchName}.xlsx`}
    >
      {t(['导出 xlsx', 'Export xlsx'])}
    </DownloadButton>
  )
}

/** What a line does, and what it changes; it selects and decides nothing. */
const LineWords = ({ of, line, before }: { of: readonly Compared[]; line: CutOff; before: CutOff | null }) => {
  const t = useLocalize()
  return (
    <p className={css.said} role="status">
      <b>{t(effectOf(of, line))}</b>
      {before ? <span className="block">{t(changeOf(of, before, line))}</span> : null}
      <span className="block muted small">
        {t(['画线只作比较，不产生评审结论。', 'A line is for comparison and decides nothing.'])}
      </span>
    </p>
  )
}

interface ViewProps {
  readonly scores: BatchScores
  readonly proposals: Proposals
}

interface ProposeProps {
  readonly line: CutOff | null
  readonly draft: ReturnType<typeof useProposalDraft>
  readonly obstacle: string | null
  readonly set: (line: CutOff) => void
}

/** The buttons that begin a proposal and return to a stored draft, or why there are none. */
const ProposeButtons = ({ line, draft: { draft, open }, obstacle, set }: ProposeProps) => {
  const t = useLocalize()
  const { line: stored } = draft
  if (!line && (!stored || obstacle)) return null
  return (
    <div className="row wrap middle gap-8 below-12">
      {line ? (
        <Button disabled={obstacle !== null} onClick={open}>
          {t(['按入选线提出提案', 'Propose decisions by the line'])}
        </Button>
      ) : null}
      {stored && !obstacle ? (
        <Button kind="link" onClick={() => set(stored)}>
          {t(fill(['继续未提交的提案（{0}）', 'Continue the unsent proposal ({0})'], lineText(stored)))}
        </Button>
      ) : null}
      {obstacle ? <span className="muted small">{obstacle}</span> : null}
    </div>
  )
}

const ScoresView = ({ scores, proposals }: ViewProps) => {
  const { members, batchName, stateName } = scores
  const t = useLocalize()
  const { line, before, set } = useLine()
  const draft = useProposalDraft(scores, line)
  const acts = useActs(() => void invalidate(...decidedPaths))
  useTabName(`${t(batchScoresWords)} ${batchName}`)
  const complete = members.filter(({ isComplete }) => isComplete).length
  const { waiting, needsSecond, obstacle } = proposals
  const open = proposals.proposals.find(({ id }) => id === waiting?.id)
  const isDrafting = draft.isOpen && obstacle === null
  const planned = isDrafting ? draft.planned : plannedIn(members, proposals)
  return (
    <>
      <PageHead title={batchScoresWords} extra={`${batchName} · ${stateName}`}>
        <ExportButton of={scores} line={line} />
      </PageHead>
      <Facts
        of={[
          [['批次成员', 'Members'], String(members.length)],
          [['已评齐', 'Complete'], String(complete)],
        ]}
      />
      {waiting && open ? <WaitingProposalView {...{ scores, waiting, proposal: open, begin: acts.begin }} /> : null}
      <ProposalHistory of={proposals.proposals} batchName={batchName} />
      <ProvinceLists batchId={scores.batchId} batchName={batchName} />
      {isDrafting && line ? (
        <ProposalForm {...{ scores, line, draft, needsSecond }} />
      ) : (
        <>
          {members.length ? <LineForm key={String(line === null)} line={line} set={set} /> : null}
          {line ? <LineWords of={members} line={line} before={before} /> : <div className="below-12" />}
          {waiting ? null : <ProposeButtons {...{ line, draft, obstacle, set }} />}
        </>
      )}
      <ProposingContext value={planned && { of: planned, turn: isDrafting ? draft.turn : null }}>
        <MemberTable of={scores} line={line} />
      </ProposingContext>
      {draft.asked ? <ExceptionDialog draft={draft} member={draft.asked} /> : null}
      {acts.overlay}
    </>
  )
}

/** All members of a batch with the scores of their experts, for those who decide, and what they propose. */
export const BatchScoresPage = () => {
  const batchId = useMatch('/project/batch/:id/scores')?.params.id ?? ''
  const answer = useAnswer(batchScores.read, { batchId }, { staleTime: 0 })
  const proposals = useAnswer(decisionProposal.read, { batchId }, { staleTime: 0 })
  return (
    <QueryView from={answer}>
      {(scores) => (
        <QueryView from={proposals}>{(found) => <ScoresView scores={scores} proposals={found} />}</QueryView>
      )}
    </QueryView>
  )
}
