import { consoleWords } from '../console-words.ts'
import { get, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, one, ref, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'

/** Types of audited objects and their labels; contract/index.ts adds the entities. */
export const auditObjects: Choice[] = [
  ['declarationPart', ['申报材料', 'Part of a declaration']],
  ['preference', ['个人设置', 'Preference']],
  ['backup', ['备份', 'Backup']],
]
export const auditVerbs: Choice[] = [
  ['insert', ['新增', 'Added']],
  ['update', ['修改', 'Changed']],
  ['remove', ['删除', 'Deleted']],
  ['restore', ['恢复', 'Restored']],
  ['revert', ['恢复到变更前', 'Earlier values restored']],
  ['export', ['导出', 'Exported']],
  ['import', ['导入', 'Imported']],
  ['share', ['共享视图', 'View shared']],
  ['grant', ['授权', 'Granted']],
  ['login', ['登录', 'Logged in']],
  ['logout', ['退出登录', 'Logged out']],
  ['lockout', ['登录锁定', 'Locked out']],
  ['unlock', ['解除锁定', 'Unlocked']],
  ['updatePassword', ['修改密码', 'Password changed']],
  ['resetByPhone', ['短信重设密码', 'Password reset by SMS']],
  ['endOthers', ['下线其他设备', 'Other devices logged out']],
  ['sweep', ['自动清理', 'Cleaned up automatically']],
  ['setting', ['租户设置', 'Tenant settings changed']],
  ['verifyInitialPassword', ['核对初始密码', 'Initial password checked']],
  ['getStatus', ['查看状态', 'Status read']],
  ['resubmit', ['修改并重新提交', 'Corrected and submitted again']],
  ['checkRegistration', ['核实身份', 'Identity checked']],
  ['confirmRegistration', ['确认注册', 'Registration confirmed']],
  ['objectToRegistration', ['对注册提出异议', 'Objected to a registration']],
  ['unlist', ['移出项目库', 'Removed from the library']],
  ['deputise', ['代办', 'Handled as a deputy']],
  ['supervise', ['转督办', 'Supervised']],
  ['orderCandidates', ['调整推荐顺序', 'Order of recommendation changed']],
  ['listCandidates', ['推荐汇总表已生成', 'List of recommendation created']],
  ['attachScan', ['签章扫描件已上传', 'Signed copy uploaded']],
  ['setNotice', ['公示期已变更', 'Public notice changed']],
  ['recordDuplicates', ['登记查重结论', 'Conclusion on duplicates recorded']],
  ['proposeDecisions', ['评审结论提案已提出', 'Decisions proposed']],
  ['confirmDecisions', ['评审结论提案已确认', 'Proposed decisions confirmed']],
  ['sendDecisionsBack', ['评审结论提案已退回', 'Proposed decisions sent back']],
  ['withdrawDecisions', ['评审结论提案已撤回', 'Proposed decisions withdrawn']],
  ['generate', ['生成代码', 'Code generated']],
  ['testConnection', ['测试连接', 'Connection tested']],
  ['readDatabase', ['读取数据库', 'Database read']],
  ['revoke', ['停用密钥', 'Key revoked']],
  ['backup', ['生成备份', 'Backed up']],
  ['verifyBackup', ['验证备份', 'Backup proved']],
]

const fields = {
  createBy: text('账号', 'Account', { direction: 'out' }),
  realName: text('姓名', 'Name', { direction: 'out' }),
  remoteIp: text('网络地址', 'Network address', { direction: 'out' }),
  entity: choice(...consoleWords.object, { direction: 'out', required: true, choices: auditObjects }),
  rowId: ref('记录标识', 'Record ID', { direction: 'out', required: true }),
  /** Title of the row at that time. */
  rowTitle: text('记录', 'Record', { direction: 'out' }),
  verb: choice('操作类型', 'Action', { direction: 'out', required: true, choices: auditVerbs }),
  outcome: choice('结果', 'Result', {
    direction: 'out',
    required: true,
    choices: [
      [1, ['成功', 'Succeeded']],
      [0, ['失败', 'Failed']],
    ],
  }),
  requestId: text(...consoleWords.requestId, { direction: 'out', required: true }),
  before: one('变更前', 'Before', {}),
  after: one('变更后', 'After', {}),
} as const

/** The change of one value of a row; display names replace codes where they exist. */
export interface FieldChange {
  readonly name: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
  /** Entries removed from and added to a list value, by name; absent for other values. */
  readonly list?: { readonly removed: readonly string[]; readonly added: readonly string[] }
}

/** An audit entry with its changes. `seal` is its position in the hash chain; null until it is sealed. */
export interface AuditDetail {
  readonly id: string
  readonly createTime: string
  readonly createBy: string | null
  readonly realName: string | null
  readonly remoteIp: string | null
  readonly requestId: string
  readonly entity: string
  readonly entityName: string
  readonly rowId: string
  readonly rowTitle: string | null
  readonly verb: string
  readonly verbName: string
  readonly outcome: 0 | 1
  readonly outcomeName: string
  readonly changes: readonly FieldChange[]
  readonly seal: { readonly no: number; readonly hash: string } | null
}

/**
 * What restoring the values before an audited change would do: for each differing field, the current value (`before`) and the
 * earlier one (`after`). `rowVersion` is that of the current row, for `If-Match`.
 */
export interface RevertPreview {
  readonly entity: string
  readonly rowId: string
  readonly rowTitle: string | null
  readonly rowVersion: string
  readonly changes: readonly FieldChange[]
}

/** Verbs of entries whose earlier values can be restored. */
export const revertibleVerbs: readonly string[] = ['update', 'revert']

/** Why an entry of the chain is not valid. */
export type ChainFaultKind = 'changed' | 'missing' | 'number' | 'inserted' | 'anchor'

/** Result of a verification of the chain: intact, or its first fault. */
export interface ChainVerification {
  readonly intact: boolean
  readonly entries: number
  /** Times of the first and the last sealed entry. */
  readonly from: string | null
  readonly to: string | null
  /** Number of recent entries that are not sealed yet. */
  readonly waiting: number
  /** Number of stored hashes of earlier days that the chain was compared with. */
  readonly anchors: number
  readonly broken: {
    readonly why: ChainFaultKind
    readonly no: number
    readonly id: string | null
    readonly createTime: string | null
  } | null
}

/**
 * Who changed which row, with the values before and after. An entry is written together with the change itself and is
 * never changed or removed; a hash chain reveals manipulation of the table (docs/decisions/0021).
 */
export const audit = entity('log', 'audit', ['审计日志', 'Audit log'], {
  title: 'realName',
  rowLabel: ['审计记录', 'audit entry'],
  fields,
  search: ['createBy', 'entity', 'rowTitle', 'verb', 'outcome'],
  list: ['createTime', 'createBy', 'verb', 'entity', 'rowTitle', 'outcome', 'remoteIp'],
  exportColumns: ['createBy', 'realName', 'remoteIp', 'entity', 'rowTitle', 'verb', 'outcome'],
  newestRows: { indexed: ['createTime', 'rowId'], whole: ['createBy'] },
  verbs: ['list'],
  actions: {
    detail: get(
      { id: ref(...kitTerms.id, { required: true }) },
      {
        label: kitTerms.details,
        access: { perm: ['audit'] },
        output: shaped<AuditDetail>(),
      },
    ),
    revertPreview: get(
      { id: ref('审计记录', 'Audit entry', { required: true }) },
      { label: ['恢复预览', 'Preview of a restoration'], access: { perm: ['audit'] }, output: shaped<RevertPreview>() },
    ),
    /**
     * Writes the values before this change through the edit call of the entity, whose permission and checks apply. Secrets and
     * fields that only the server sets stay as they are.
     */
    revert: post(
      { id: ref('审计记录', 'Audit entry', { required: true }) },
      { label: ['恢复到变更前', 'Restore earlier values'], access: { perm: ['audit'] }, output: row({ id: base.id }) },
    ),
    verify: get(
      {},
      { label: ['校验审计链', 'Verify the chain'], access: { perm: ['audit'] }, output: shaped<ChainVerification>() },
    ),
  },
  at: 'caict-log/audit',
})
