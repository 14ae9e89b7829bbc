import { consoleWords } from '../console-words.ts'
import { post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { codes, flag, int, longText, ref, secret, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { initialAccessSeconds, minAccessSeconds, sessionSeconds } from '../session-lifetime.ts'

/** A new secret, returned only once. */
export interface NewSecret {
  clientId: string
  clientSecret: string
}

/** The client of the platform's own pages. */
export const platformClientId = 'saber'

/**
 * Applications that may request tokens. The secret is entered or generated, and is never returned again; a client without one
 * is a browser application, which cannot keep a secret. `webServerRedirectUri` has one address per line.
 */
export const client = entity('system', 'client', ['应用管理', 'Clients'], {
  rowLabel: ['应用', 'client'],
  fields: {
    clientName: text('应用名称', 'Name', { max: 50 }),
    clientId: text('客户端 ID', 'Client ID', { required: true, unique: true, max: 48 }),
    clientSecret: secret('应用密钥', 'Client secret', { max: 256 }),
    authorizedGrantTypes: codes('授权类型', 'Grant types', {
      of: 'grant',
      required: true,
      initial: 'refresh_token,password,authorization_code',
    }),
    accessTokenValidity: int('访问令牌有效期（秒）', 'Access token lifetime (s)', {
      required: true,
      initial: initialAccessSeconds,
      min: minAccessSeconds,
      max: sessionSeconds,
    }),
    /** At most `sessionSeconds`; not as `max`, since the form of the family sends more by itself (docs/decisions/0123). */
    refreshTokenValidity: int('刷新令牌有效期（秒）', 'Refresh token lifetime (s)', {
      required: true,
      initial: sessionSeconds,
    }),
    webServerRedirectUri: longText('回调地址', 'Redirect addresses', { max: 1000, joined: true }),
    /** Stored for clients of the family, which write and read them; the server does not use them. */
    scope: text('授权范围', 'Scope', { initial: 'all', joined: true }),
    resourceIds: text('资源集合', 'Resources', { max: 256, joined: true }),
    authorities: text('权限', 'Authorities', { max: 256, joined: true }),
    autoapprove: text('自动授权', 'Auto-approve', { max: 256, joined: true }),
    additionalInformation: longText('附加说明', 'Additional information', { max: 4096 }),
    remark: longText(...consoleWords.remark, { max: 255 }),
    /** Whether a secret is set. */
    confidential: flag('已设密钥', 'Has a secret', { direction: 'out' }),
  },
  search: ['clientName', 'clientId'],
  imports: { none: 'A new client has a secret, which is shown once.' },
  shared: true,
  list: [
    'clientName',
    'clientId',
    'authorizedGrantTypes',
    'accessTokenValidity',
    'refreshTokenValidity',
    'confidential',
    'createTime',
  ],
  actions: {
    newSecret: post(
      { id: ref(...kitTerms.id, { required: true }) },
      {
        access: { perm: ['client_edit'] },
        output: shaped<NewSecret>(),
        button: {
          at: 'row',
          label: ['生成密钥', 'Generate a new secret'],
          confirmText: [
            '将为该应用生成新的密钥，仅显示一次；原有密钥立即失效。是否继续？',
            'A new secret will be generated and shown only once; the current secret stops working at once. Continue?',
          ],
        },
      },
    ),
  },
})
