import { type Fields, flag, int, longText } from '#contract/kit/field.ts'
import { type TransitionName, transitionOf } from '#contract/project/transitions.ts'

const comment = longText('反馈意见（申报单位可见）', 'Comment for the declarant', { max: 1000 })
const internal = longText('对内意见（申报单位不可见）', 'Internal comment (hidden from the declarant)', { max: 1000 })
const requiredComment = { ...comment, required: true, message: ['请输入理由', 'Please give the reason'] } as const

/** The inputs of a transition; the conflict question comes before the score, which depends on its answer. */
export const fieldsOf = (name: TransitionName): Fields => {
  const { requires: asks, note } = transitionOf(name)
  if (asks === 'score')
    return {
      conflict: flag('是否与申报单位存在利益关系', 'Conflict of interest with the declarant', { required: true }),
      score: int('评分（0–100）', 'Score (0–100)', { required: true, max: 100, when: { conflict: [0] } }),
      // a recused expert has no comment for the declarant
      comment: { ...comment, when: { conflict: [0] } },
      internal,
    }
  if (asks !== 'reason') return { comment, internal }
  return { comment: { ...requiredComment, label: note ?? comment.label }, internal }
}
