import { get, nothing, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { ref, refs, secret, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { keyFields } from './key-fields.ts'

const out = { direction: 'out' } as const

const stateFields = {
  /** The beginning of the key, by which its owner recognises it. */
  prefix: text('密钥开头', 'Begins with', { required: true, ...out }),
  lastUsedAt: time('最近使用时间', 'Last used', out),
  lastAddress: text('最近使用的地址', 'Last used from', out),
  /** When it was revoked; null while it is in use. */
  endedAt: time('停用时间', 'Revoked at', out),
} as const

/** A new key, returned once: the database keeps its hash. */
export interface NewKey {
  readonly id: string
  readonly key: string
}

/**
 * Keys with which programs call the platform for their owner, in the header `Blade-Auth: key <key>`. At each request the owner's rights
 * of that moment and the scopes of the key both apply (docs/decisions/0144).
 */
export const apiKey = entity('system', 'apiKey', ['接口密钥', 'API keys'], {
  title: 'name',
  fields: {
    userId: ref('所有人', 'Owner', { of: 'user', required: true, ...out }),
    ...stateFields,
    ...keyFields,
  },
  search: ['userId', 'name', 'prefix'],
  list: ['name', 'userId', 'prefix', 'lastDay', 'lastUsedAt', 'lastAddress', 'endedAt'],
  essential: ['name', 'userId', 'endedAt'],
  verbs: ['list'],
  perms: {},
  imports: { none: 'A key is shown once, to its owner.' },
  actions: {
    /** The caller's own keys, newest first. */
    mine: get(
      {},
      {
        label: ['我的密钥', 'My keys'],
        access: 'login',
        output: rows({ id: base.id, createTime: base.createTime, ...stateFields, ...keyFields }),
      },
    ),
    /** Makes a key of the caller, after the password again. */
    create: post(
      {
        ...keyFields,
        password: secret('登录密码', 'Your password', {
          required: true,
          message: ['新建密钥须输入登录密码', 'To make a key, enter your password'],
        }),
      },
      { label: ['新建密钥', 'Make a key'], access: 'login', output: shaped<NewKey>() },
    ),
    /** Revokes one of the caller's own keys, at once. */
    end: post(
      { id: ref(...kitTerms.id, { required: true }) },
      { label: ['停用本人的密钥', 'Revoke my key'], access: 'login', output: nothing },
    ),
    /** Revokes keys of accounts that the caller may see; their owners are told. */
    revoke: post(
      { ids: refs('接口密钥', 'API keys', { of: 'apiKey', required: true }) },
      {
        button: {
          at: 'bulk',
          label: ['停用所选密钥', 'Revoke'],
          confirmText: [
            '所选密钥立即失效且不能恢复，使用它的程序将无法继续访问。确定停用？',
            'The selected keys stop working at once and cannot be restored. Programs that use them lose access. Continue?',
          ],
          successText: ['已停用 {0} 个密钥', 'Keys revoked: {0}'],
          danger: true,
        },
      },
    ),
  },
})
