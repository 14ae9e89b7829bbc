import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'

const untilLifted: Text = [
  '修改期限至 {0} 24:00，逾期未重新提交。如需继续申报，请向退回的部门说明理由，申请撤销逾期归档。',
  'It could be corrected until {0}, 24:00, and was not resubmitted. To continue, ask the office that returned it to lift the expiry.',
]
const final: Text = [
  '修改期限至 {0} 24:00，逾期未重新提交。此前已撤销过一次逾期归档，不能再次撤销。',
  'It could be corrected until {0}, 24:00, and was not resubmitted. The expiry was lifted once and cannot be lifted again.',
]

/** What the history says of an expiry, beside its name. A step has one comment, which is stored in Chinese. */
export const expiryReason = (last: string, isLiftUsedUp: boolean): Text =>
  fill(isLiftUsedUp ? final : untilLifted, last)

interface StepComment {
  readonly move: string
  readonly comment: string | null
}

/** The comment of a step in a language: that of an expiry is by the platform, so it has both. */
export const commentIn = (lang: Lang, { move, comment }: StepComment): string | null => {
  const last = move === 'expire' ? comment?.match(/\d{4}-\d{2}-\d{2}/)?.[0] : undefined
  if (!last) return comment
  const reason = [true, false].map((isUsedUp) => expiryReason(last, isUsedUp)).find(([zh]) => zh === comment)
  return reason ? localize(reason, lang) : comment
}
