import { decimal, int, longText, many, refs, text } from '../kit/field.ts'
import { confirmTruth } from './contact.ts'
import { sheetFields } from './score-sheet.ts'

const at = text('字段', 'Field', { required: true, max: 200 })

/** What a transition of a declaration may need besides a comment, whether it is called itself or completes a task. */
export const transitionInput = {
  action: text('操作', 'Action', { max: 32 }),
  internal: longText('对内意见', 'Internal comment', { max: 1000, rule: 'finished' }),
  remarks: many('修改要求', 'Remarks', {
    at,
    text: longText('修改要求', 'Remark', { required: true, max: 500, rule: 'finished' }),
  }),
  met: many('已落实的修改要求', 'Resolved remarks', { at }),
  score: decimal('评分', 'Score', { max: 100, isUnlogged: true }),
  items: { ...many('逐项得分', 'Scored items', sheetFields), isUnlogged: true },
  conflict: int('存在利益关系', 'Conflict of interest', { max: 1, isUnlogged: true }),
  experts: refs('评审专家', 'Experts', { of: 'user' }),
  branch: text('受邀单位', 'Branch to invite', { rule: 'creditCode' }),
  confirmTruth,
  version: int('版本', 'Version'),
} as const

/** What a return of many declarations needs instead of remarks. */
export const commonRemark = {
  place: text('修改位置', 'Where to correct', {
    required: true,
    max: 32,
    message: ['请选择修改位置', 'Choose where to correct'],
  }),
  remark: longText('修改要求', 'Remark', { required: true, max: 500, rule: 'finished' }),
} as const
