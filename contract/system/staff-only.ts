import type { Options } from '../kit/field.ts'

/** Accounts of the platform's own people that can log in, for a field of users. */
export const staffOnly: NonNullable<Options['among']> = {
  filters: { accountType_null: 1, status: 1 },
  message: [
    '只能选择可登录的平台工作人员，不能选择企业或运营商账号',
    'Choose active accounts of staff, not of enterprises or operators',
  ],
}
