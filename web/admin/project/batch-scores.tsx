import { useState } from 'react'
import { useMatch } from 'react-router'
import { type BatchScores, batchScores, batchScoresWords } from '#contract/project/batch-scores.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import { failureOf, useAnswer } from '#web/base/api/caller.ts'
import { downloadFrom } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { useTabName } from '../shell/page-tab.ts'
import css from './batch-scores.module.css'
import { LineForm } from './line-form.tsx'
import { type Compared, changeOf, effectOf } from './line-words.ts'
import { MemberTable } from './member-table.tsx'

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

const ExportButton = ({
  of: { batchId, batchName },
  line,
}: {
  readonly of: BatchScores
  readonly line: CutOff | null
}) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const parameters = new URLSearchParams([['batchId', batchId], ...parametersOf(line)])
    await downloadFrom(`${batchScores.sheet.path}?${parameters}`, `${t(batchScoresWords)}-${batchName}.xlsx`).catch(
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      {t(['导出 xlsx', 'Export xlsx'])}
    </Button>
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

const ScoresView = ({ scores }: { readonly scores: BatchScores }) => {
  const { members, batchName, stateName } = scores
  const t = useLocalize()
  const { line, before, set } = useLine()
  useTabName(`${t(batchScoresWords)} ${batchName}`)
  const complete = members.filter(({ isComplete }) => isComplete).length
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
      {members.length ? <LineForm key={String(line === null)} line={line} set={set} /> : null}
      {line ? <LineWords of={members} line={line} before={before} /> : <div className="below-12" />}
      <MemberTable of={scores} line={line} />
    </>
  )
}

/** All members of a batch with the scores of their experts, for those who decide. */
export const BatchScoresPage = () => {
  const batchId = useMatch('/project/batch/:id/scores')?.params.id ?? ''
  const answer = useAnswer(batchScores.read, { batchId }, { staleTime: 0 })
  return <QueryView from={answer}>{(scores) => <ScoresView scores={scores} />}</QueryView>
}
