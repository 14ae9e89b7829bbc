import { text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

const out = { direction: 'out' } as const

/** A person who may be named for a task, as pickers show them. */
export const nameable = {
  id: base.id,
  realName: text('姓名', 'Name', out),
  account: text('登录账号', 'Account', out),
  deptName: text('机构', 'Department', out),
} as const
