import { consoleWords } from '../console-words.ts'
import { post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, dict, longText, ref, secret, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { useStates } from './oss.ts'

/** Keys of the dictionary `sms`. */
export const smsKinds = { yunpian: 1, qiniu: 2, aliyun: 3, tencent: 4 } as const

/** Result of a message to one phone; the error is the provider's own text, or ours in the reader's language. */
export interface SmsResult {
  readonly phone: string
  readonly done: boolean
  readonly messageId: string | null
  readonly fault: string | null
}

/** Providers of SMS: the one in use sends login codes, with its template and signature. */
export const sms = entity('storage', 'sms', ['短信配置', 'SMS providers'], {
  title: 'smsCode',
  rowLabel: ['短信配置', 'SMS provider'],
  screen: '/resource/sms',
  fields: {
    category: dict('短信服务', 'SMS service', { of: 'sms', required: true, initial: 3 }),
    smsCode: text(...consoleWords.resourceCode, { required: true, unique: true, max: 32 }),
    templateId: text('模板编号', 'Template ID', { required: true, max: 64 }),
    accessKey: text('访问密钥编号', 'Access key', { required: true, max: 128 }),
    secretKey: secret('访问密钥', 'Secret key', { required: true, max: 256 }),
    regionId: text('地域编号', 'Region', { max: 32, initial: 'cn-hangzhou', when: { category: [smsKinds.aliyun] } }),
    appId: text('应用编号', 'App ID', { required: true, max: 32, when: { category: [smsKinds.tencent] } }),
    signName: text('短信签名', 'Signature', { required: true, max: 64 }),
    /** Address of the provider if not its public one, such as that of a private line. */
    endpoint: text('接口地址', 'Endpoint', { rule: 'url', when: { category: [smsKinds.aliyun, smsKinds.tencent] } }),
    remark: longText(...consoleWords.remark, { max: 255 }),
    status: choice(...kitTerms.status, { direction: 'out', choices: useStates }),
  },
  search: ['category', 'smsCode', 'status'],
  imports: { none: 'A provider needs a secret key.' },
  list: ['smsCode', 'category', 'templateId', 'signName', 'status', 'createTime'],
  actions: {
    enable: post(
      { id: ref('短信配置', 'SMS provider', { required: true }) },
      {
        button: {
          at: 'row',
          label: ['启用', 'Enable'],
          confirmText: [
            '启用后，登录验证码将由该服务发送，原启用的短信服务随之停用。是否继续？',
            'Login codes will be sent by this provider instead of the current one. Continue?',
          ],
        },
      },
    ),
    /** Sends a message with this provider's template, in use or not; `params` is a JSON object of the template's variables. */
    send: post(
      {
        code: text(...consoleWords.resourceCode, { required: true, max: 32 }),
        phones: text('手机号码', 'Phone numbers', { required: true, max: 400 }),
        params: longText('模板参数', 'Template variables', { max: 500 }),
      },
      { label: ['发送短信', 'Send an SMS'], at: 'endpoint/send-message', output: shaped<readonly SmsResult[]>() },
    ),
  },
})
