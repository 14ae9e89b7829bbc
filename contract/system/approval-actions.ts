import { get, post, shaped } from '../kit/call.ts'
import { code, dict, longText, refs } from '../kit/field.ts'
import type { RegistrationCheck } from '../registration.ts'

/** The accounts that an action is about. */
export const users = { userIds: refs('用户', 'Users', { of: 'user', required: true }) }

const factOperator = dict('所属运营商', 'Operator', { of: 'project_facilities_operator' })

/** How the officer who approves has checked who the applicant is; audited. */
const checkField = longText('核实记录', 'Check', { max: 500 })

/** Actions of users that decide who may log in. */
export const approvalActions = {
  /** What the approval of these registrations rests on, also of those that are approved. */
  registrations: get(users, {
    label: ['注册核验', 'Registration checks'],
    access: { perm: ['user_audit_pass'] },
    output: shaped<RegistrationCheck[]>(),
  }),
  /**
   * Region and operator are given to the accounts of operators that lack them (docs/decisions/0128). `check` is required for a
   * registration without a proof, a confirmation or in spite of an objection (docs/decisions/0098).
   */
  auditPass: post(
    { ...users, region: code('所辖地区', 'Region', { of: 'region' }), operator: factOperator, check: checkField },
    {
      button: {
        at: 'bulk',
        label: ['审核通过', 'Approve'],
      },
    },
  ),
  auditRefuse: post(
    { ...users, reason: longText('拒绝原因', 'Reason', { max: 200 }) },
    {
      button: {
        at: 'bulk',
        label: ['审核拒绝', 'Reject'],
        successText: ['已拒绝 {0} 个账号', '{0} rejected'],
        danger: true,
        requiredFields: ['reason'],
      },
    },
  ),
  disable: post(
    { ...users, reason: longText('停用原因', 'Reason', { required: true, max: 200 }) },
    {
      access: { perm: ['user_audit_refuse'] },
      button: {
        at: 'bulk',
        label: ['停用账号', 'Disable'],
        successText: ['已停用 {0} 个账号', '{0} disabled'],
        confirmText: [
          '停用后账号立即退出登录，且不能再登录。',
          'The accounts are logged out at once and can no longer log in.',
        ],
        danger: true,
      },
    },
  ),
  enable: post(
    { ...users, check: checkField },
    {
      access: { perm: ['user_audit_pass'] },
      button: {
        at: 'bulk',
        label: ['启用账号', 'Enable'],
      },
    },
  ),
}
