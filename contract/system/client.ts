import { entity } from '../kit/entity.ts'
import { int, longText, secret, text } from '../kit/field.ts'

/** Applications that may ask for tokens. The secret goes in and is never shown again. */
export const client = entity('system', 'client', ['应用管理', 'Clients'], {
  fields: {
    clientId: text('应用编号', 'Client id', { required: true, unique: true, max: 48 }),
    clientSecret: secret('应用密钥', 'Secret', { max: 256 }),
    authorizedGrantTypes: text('授权类型', 'Grants', {
      required: true,
      initial: 'refresh_token,password,authorization_code',
    }),
    scope: text('授权范围', 'Scope', { required: true, initial: 'all' }),
    accessTokenValidity: int('令牌有效秒数', 'Access seconds', { required: true, initial: 3600, max: 86_400 }),
    refreshTokenValidity: int('刷新有效秒数', 'Refresh seconds', { required: true, initial: 604_800, max: 2_592_000 }),
    webServerRedirectUri: text('回调地址', 'Redirect address', { max: 1000 }),
    remark: longText('备注', 'Remark'),
  },
  search: ['clientId'],
  list: ['clientId', 'authorizedGrantTypes', 'accessTokenValidity', 'refreshTokenValidity'],
})
