import { type Fields, flag, int, longText } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { type TransitionName, transitionOf } from '#contract/project/stages.ts'

const comment = longText('反馈意见（申报单位可见）', 'Comment for the declarant', { max: 1000 })
const internal = longText('对内意见（申报单位不可见）', 'Internal comment (hidden from the declarant)', { max: 1000 })
const requiredComment = { ...comment, required: true, message: ['请输入理由', 'Please give the reason'] } as const

/** Reasons that are no comment for the declarant, who reads them too. */
const reasonLabels: Partial<Record<TransitionName, Text>> = {
  object: ['异议内容（申报单位可见）', 'Objection (the declarant reads it)'],
  dismiss: ['异议处理意见（申报单位可见）', 'Decision on the objection (the declarant reads it)'],
  uphold: ['异议处理意见（申报单位可见）', 'Decision on the objection (the declarant reads it)'],
  unlist: ['移出理由（申报单位可见）', 'Reason for the removal (the declarant reads it)'],
}

/** The inputs of a transition; the conflict question comes before the score, which depends on its answer. */
export const fieldsOf = (name: TransitionName): Fields => {
  const { requires: asks } = transitionOf(name)
  if (asks === 'score')
    return {
      conflict: flag('是否与申报单位存在利益关系', 'Conflict of interest with the declarant', { required: true }),
      score: int('评分（0–100）', 'Score (0–100)', { required: true, max: 100, when: { conflict: [0] } }),
      // a recused expert has no comment for the declarant
      comment: { ...comment, when: { conflict: [0] } },
      internal,
    }
  if (asks !== 'reason') return { comment, internal }
  return { comment: { ...requiredComment, label: reasonLabels[name] ?? comment.label }, internal }
}
