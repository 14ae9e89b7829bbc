import { consoleWords } from '../console-words.ts'
import { get, post, row, shaped } from '../kit/call.ts'
import { entity, type RowOf } from '../kit/entity.ts'
import { choice, int, ref, refs, secret, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import type { Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'
import type { tenantPackage } from './tenant-package.ts'

const unlimited = -1

const fields = {
  /** Six digits, generated with the tenant; its people log in with it. */
  tenantId: text('租户编号', 'Tenant ID', { direction: 'out', required: true, max: 12 }),
  tenantName: text('租户名称', 'Name', { required: true, max: 50 }),
  linkman: text('联系人', 'Contact', { required: true, max: 20 }),
  contactNumber: text('联系电话', 'Phone', { max: 20 }),
  address: text('联系地址', 'Address', { max: 255 }),
  domainUrl: text('绑定域名', 'Domain', { rule: 'url', max: 255 }),
  backgroundUrl: text('登录背景', 'Login background', { max: 1000 }),
  accountNumber: int('账号额度', 'Account quota', { direction: 'out', min: unlimited }),
  expireTime: time('到期时间', 'Expires at', { direction: 'out' }),
  packageId: ref('产品包', 'Package', { of: 'tenantPackage', direction: 'out' }),
  datasourceId: ref('数据源', 'Data source', { of: 'datasource', direction: 'out' }),
  status: choice('租户状态', 'Status', {
    direction: 'out',
    choices: [
      [1, ['正常', 'Active']],
      [-1, ['已停用', 'Suspended']],
    ],
  }),
} as const

const tenantSelection = { ids: refs('租户', 'Tenants', { of: 'tenant', required: true }) }
const tenantInput = { tenantId: text('租户', 'Tenant', { required: true, max: 19 }) }

const onSelected = (label: Text, successText: Text, confirmText: Text, danger = false) =>
  post(tenantSelection, { button: { at: 'bulk', label, successText, confirmText, danger } })

/**
 * Tenants. Each has its own people, roles and rows, which no other tenant may see. 000000 is the platform itself: its row
 * cannot be removed, restored or limited. Tenant id, quota, end, package and data source have calls of their own and are
 * never written with the details. Calls for one tenant accept its tenant id or the id of its row.
 */
export const tenant = entity('system', 'tenant', ['租户管理', 'Tenants'], {
  title: 'tenantName',
  uniqueIndexes: { tenant_domain_url_key: 'domainUrl' },
  rowLabel: ['租户', 'tenant'],
  fields,
  shared: 'closed',
  search: ['tenantId', 'tenantName', 'linkman', 'status'],
  list: ['tenantName', 'tenantId', 'linkman', 'contactNumber', 'accountNumber', 'expireTime', 'packageId', 'status'],
  essential: ['tenantId', 'tenantName', 'expireTime', 'status'],
  imports: { none: 'A new tenant has an administrator, whose password is shown once.' },
  verbs: ['list', 'detail', 'remove', 'select'],
  actions: {
    submit: post(
      /** For a new tenant, the password is the initial one of its administrator. */
      { id: ref(...kitTerms.id), ...fields, password: secret('管理员初始密码', "Administrator's initial password") },
      {
        label: kitTerms.addOrUpdate,
        encrypted: true,
        access: { perm: ['tenant_add', 'tenant_edit'] },
        output: row({
          id: base.id,
          tenantId: fields.tenantId,
          account: text('管理员账号', "Administrator's account"),
          initialPassword: text(...consoleWords.initialPassword),
        }),
      },
    ),
    /** An absent value stays unchanged; an empty end means no limit. */
    setting: post(
      {
        ...tenantSelection,
        accountNumber: int('账号额度（-1 为不限）', 'Account quota (-1: no limit)', { min: unlimited, max: 1_000_000 }),
        expireTime: time('到期时间', 'Expires at'),
      },
      { label: ['租户设置', 'Settings'] },
    ),
    packageDetail: get(tenantInput, {
      label: ['租户产品包', 'Tenant package'],
      access: { perm: ['tenant'] },
      output: shaped<Partial<RowOf<typeof tenantPackage>>>(),
    }),
    packageSetting: post(
      { ...tenantInput, packageId: ref('产品包', 'Package', { of: 'tenantPackage' }) },
      { label: ['产品包设置', 'Set the package'], access: { perm: ['tenant_setting'] } },
    ),
    datasource: post(
      { ...tenantInput, datasourceId: ref('数据源', 'Data source', { of: 'datasource' }) },
      { label: ['数据源设置', 'Set the data source'], access: { perm: ['tenant_setting'] } },
    ),
    recycle: onSelected(
      ['停用租户', 'Suspend'],
      ['已停用 {0} 个租户', '{0} suspended'],
      [
        '停用后所选租户的人员不能登录，正在进行的登录立即结束，数据保留。是否继续？',
        'People of the selected tenants can no longer log in and running sessions end at once; the data stays. Continue?',
      ],
      true,
    ),
    pass: onSelected(
      ['启用租户', 'Resume'],
      ['已启用 {0} 个租户', '{0} resumed'],
      ['所选租户将重新启用。是否继续？', 'The selected tenants will be active again. Continue?'],
    ),
  },
})
