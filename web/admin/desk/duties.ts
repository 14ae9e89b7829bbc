import type { Text } from '#contract/kit/text.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Figures } from '#contract/project/status.ts'

interface Duty {
  readonly stage: StageCode
  readonly label: Text
  /** Permission that the next action at this stage requires. */
  readonly perm: string
  /** Role aliases that have this duty, for declaring accounts only: administrators hold every permission. */
  readonly only?: readonly ('enterprise' | 'operator')[]
}

/** The duties by stage, most urgent first. */
const duties: readonly Duty[] = [
  { stage: 70, label: ['退回待修改', 'Returned for correction'], perm: 'declaration_submit', only: ['enterprise'] },
  { stage: 0, label: ['草稿待提交', 'Drafts to submit'], perm: 'declaration_submit', only: ['enterprise', 'operator'] },
  { stage: 90, label: ['已撤回待处理', 'Withdrawn'], perm: 'declaration_submit', only: ['enterprise'] },
  { stage: 5, label: ['待运营商确认', 'Awaiting your confirmation'], perm: 'declaration_confirm', only: ['operator'] },
  { stage: 10, label: ['待受理', 'Awaiting acceptance'], perm: 'declaration_city' },
  { stage: 20, label: ['待地市初审', 'Awaiting city review'], perm: 'declaration_city' },
  { stage: 30, label: ['待省级审核', 'Awaiting province review'], perm: 'declaration_province' },
  { stage: 40, label: ['待专家评审', 'Awaiting expert review'], perm: 'declaration_score' },
  { stage: 40, label: ['待专家评审', 'Awaiting expert review'], perm: 'declaration_decide' },
  { stage: 50, label: ['公示中待入库', 'On public notice, awaiting listing'], perm: 'declaration_publish' },
]

export interface Waiting {
  readonly stage: StageCode
  readonly label: Text
  readonly value: number
}

/** The stages where the user acts next and declarations wait, with the number of visible declarations at each. */
export const waitingFor = (
  { byStage }: Figures,
  may: (code: string) => boolean,
  aliases: readonly string[],
): Waiting[] => {
  const userDuties = duties.filter(
    ({ perm, only }) => may(perm) && (only === undefined || only.some((alias) => aliases.includes(alias))),
  )
  return userDuties.flatMap(({ stage, label }, i) => {
    const value = byStage.find(({ status }) => status === stage)?.value ?? 0
    const first = userDuties.findIndex((one) => one.stage === stage) === i
    return first && value > 0 ? [{ stage, label, value }] : []
  })
}
