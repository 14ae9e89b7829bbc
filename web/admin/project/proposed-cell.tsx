import { createContext, use } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Member } from '#contract/project/batch-scores.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { EmptyCell } from '../table/cells.tsx'
import type { DisplayColumn } from '../table/table-columns.tsx'
import type { PlannedDecision } from './planned-decisions.ts'

interface Proposing {
  readonly of: ReadonlyMap<string, PlannedDecision>
  /** Makes an exception of a member, or none; null where nothing can be changed. */
  readonly turn: ((id: string) => void) | null
}

/** What a draft or a proposal decides on each member of the table; null without one. */
export const ProposingContext = createContext<Proposing | null>(null)

const verdicts = {
  approved: ['通过', 'Approve'],
  rejected: ['不予通过', 'Reject'],
} as const satisfies Record<string, Text>

export const Verdict = ({ isApproved }: Pick<PlannedDecision, 'isApproved'>) => {
  const t = useLocalize()
  return <Tag tone={isApproved ? 'good' : 'bad'}>{t(isApproved ? verdicts.approved : verdicts.rejected)}</Tag>
}

const Proposed = ({ id, projectName }: Pick<Member, 'id' | 'projectName'>) => {
  const t = useLocalize()
  const { of, turn } = use(ProposingContext) ?? { of: new Map<string, PlannedDecision>(), turn: null }
  const planned = of.get(id)
  if (!planned) return <EmptyCell />
  const { isApproved, reason, isChanged } = planned
  const label: Text =
    reason === null
      ? isApproved
        ? ['改为不予通过', 'Change to reject']
        : ['改为通过', 'Change to approve']
      : ['取消例外', 'No exception']
  return (
    <span className="inline-row wrap middle gap-6">
      <Verdict isApproved={isApproved} />
      {reason === null ? null : <Tag tone="ask">{t(['例外', 'Exception'])}</Tag>}
      {isChanged ? <Tag tone="busy">{t(['已变化', 'Changed'])}</Tag> : null}
      {turn ? (
        <Button kind="link" aria-label={`${t(label)} ${projectName ?? ''}`} onClick={() => turn(id)}>
          {t(label)}
        </Button>
      ) : null}
    </span>
  )
}

export const proposedColumn: DisplayColumn = {
  ...{ name: 'proposed', label: ['拟定结论', 'Proposed'], end: false, sorts: false, isEssential: true },
  cell: (row) => <Proposed id={row.id} projectName={String(row.projectName ?? '')} />,
}
