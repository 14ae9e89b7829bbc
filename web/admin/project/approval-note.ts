import type { Text } from '#contract/kit/text.ts'
import type { Status, Step } from '#contract/project/status.ts'

export type Note = readonly [title: Text, more: Text]

export const minutes = (time: string): string => time.slice(0, 16)

type Approval = Pick<Step, 'move' | 'from' | 'to' | 'office' | 'byName' | 'createTime'>

/** Which office of the province has approved, while the other one has not. */
export const approvalNote = ({
  status,
  timeline,
}: {
  readonly status: Status['status']
  readonly timeline: readonly Approval[]
}): Note | null => {
  if (status !== 30) return null
  const arrival = timeline.findLastIndex(({ from, to }) => to === 30 && from !== 30)
  const approval = timeline.slice(arrival + 1).findLast(({ move }) => move === 'provinceApprove')
  if (!approval) return null
  const { office, byName } = approval
  const person = office && byName !== office ? byName : null
  const [zh, en] = person ? [`${office}（${person}）`, `${office} (${person})`] : [office ?? byName, office ?? byName]
  const at = minutes(approval.createTime)
  return [
    [`${zh}已于 ${at} 审核通过`, `${en} approved it at ${at}`],
    [
      '省工信部门和省通信管理局均审核通过后，进入专家评审；现等待另一部门审核。',
      'Experts review it once both provincial offices have approved. It waits for the other office.',
    ],
  ]
}
