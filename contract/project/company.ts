import { call, nothing, row } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, code, dict, ref, relaxed, text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

/**
 * An enterprise or operator that declares. Its credit code is unique; `createUser` is the account that registered it first.
 * The spelling `commpany…` is that of the wire.
 */
export const company = entity('project', 'company', ['单位管理', 'Companies'], {
  rowLabel: ['单位', 'company'],
  at: 'caict-porject/Commpany',
  fields: {
    commpanyName: text('单位名称', 'Organisation', { required: true, max: 100 }),
    organizationCode: text('统一社会信用代码', 'Unified social credit code', {
      required: true,
      unique: true,
      rule: 'creditCode',
    }),
    year: text('入驻年份', 'Member since', { rule: 'year' }),
    accountType: choice('单位类型', 'Type', {
      required: true,
      initial: 1,
      choices: [
        [1, ['企业', 'Enterprise']],
        [2, ['运营商', 'Operator']],
      ],
    }),
    operator: dict('所属运营商', 'Operator', { of: 'project_facilities_operator' }),
    ownerType: dict('所有制', 'Ownership', { of: 'owner_type' }),
    size: dict('企业规模', 'Size', { of: 'enterprise_size' }),
    industry: code('所属行业', 'Industry', { of: 'industry' }),
    province: code('省份', 'Province', { of: 'region' }),
    city: code('城市', 'City', { of: 'region' }),
    address: text('地址', 'Address', { max: 200 }),
    deptId: ref('机构', 'Department', { of: 'dept', direction: 'out' }),
  },
  search: ['commpanyName', 'organizationCode', 'accountType', 'province'],
  quickSearch: ['organizationCode', 'commpanyName'],
  isLarge: true,
  list: ['commpanyName', 'organizationCode', 'accountType', 'province', 'city', 'industry', 'createTime'],
  verbs: ['page', 'save', 'update', 'detail', 'remove'],
  rows: 'scoped',
})

/**
 * The organisation of an account: `uid` is the account; only callers who manage users may name another than their own.
 * Without an organisation, the detail is empty.
 */
export const currentCompany = {
  detail: call('GET', 'caict-system/commpany/detail', ['本单位信息', 'My organisation'], {
    access: 'login',
    input: { uid: ref('用户', 'User') },
    output: row({ ...base, ...company.fields }),
  }),
  submit: call('POST', 'caict-system/commpany/submit', ['修改本单位信息', 'Edit your organisation'], {
    access: 'login',
    input: { uid: ref('用户', 'User'), ...relaxed(company.fields) },
    output: nothing,
  }),
}
