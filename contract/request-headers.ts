import { auth } from './auth.ts'
import { leave } from './desk/leave.ts'
import { backgroundJob } from './job/background-job.ts'
import { jobContainer } from './job/job-container.ts'
import { jobInfo } from './job/job-info.ts'
import type { Endpoint } from './kit/call.ts'
import type { Text } from './kit/text.ts'
import { audit } from './log/audit.ts'
import { fileRelease } from './news/file-release.ts'
import { pressRelease } from './news/press-release.ts'
import { openEdition } from './open-edition.ts'
import { template } from './project/template.ts'
import { registration } from './registration.ts'
import { oss } from './storage/oss.ts'
import { sms } from './storage/sms.ts'
import { client } from './system/client.ts'
import { tenant } from './system/tenant.ts'
import { user } from './system/user.ts'

interface RequestHeader {
  readonly text: Text
  readonly values?: readonly string[]
  readonly pattern?: string
  /** Which calls read it. They do not name it themselves: every page would load that. */
  readonly on: (endpoint: Endpoint, name: string) => boolean
}

const isOneOf =
  (...calls: readonly { readonly path: string; readonly method: string }[]) =>
  ({ path, method }: Endpoint): boolean =>
    calls.some((call) => call.path === path && call.method === method)

/** Whether a registered client names itself in the Basic header. */
export const needsClient = isOneOf(auth.token, auth.refresh, openEdition.token)
const asksCaptcha = isOneOf(auth.token, openEdition.token, auth.sendValidate)
const asksTenant = isOneOf(auth.token, openEdition.token, auth.sendValidate, auth.resetPassword)

/** Of the calls with a file, this one checks a sheet once for each key. */
const isSheetUpload = isOneOf(backgroundJob.calls.checkImport)

/** The verbs that write a row by its id; a part of a declaration is stored with a version of its own. */
const isWriter = ({ input, body }: Endpoint, name: string): boolean =>
  /\.(submit|update)$/.test(name) && Object.hasOwn(input, 'id') && body !== 'draft'

/** Other calls that change the rows named in their input, as the forms of the console do. */
const changesRows = isOneOf(
  audit.calls.revert,
  client.calls.newSecret,
  fileRelease.calls.publish,
  fileRelease.calls.withdraw,
  jobContainer.calls.activate,
  jobInfo.calls.change,
  leave.calls.correct,
  oss.calls.enable,
  pressRelease.calls.publish,
  pressRelease.calls.withdraw,
  sms.calls.enable,
  template.calls.open,
  template.calls.close,
  tenant.calls.datasource,
  tenant.calls.packageSetting,
  tenant.calls.pass,
  tenant.calls.setting,
  user.calls.grant,
)

const isSigned = ({ access }: Endpoint) => access !== 'public'

/** What a request can say outside its address and its body; the server reads no other header of ours. */
export const requestHeaders = {
  'Blade-Language': {
    text: ['回应的语言，默认中文', 'Language of the answer, Chinese by default'],
    values: ['zh', 'en'],
    on: () => true,
  },
  'Blade-Texts': {
    text: ['错误同时给出两种语言的文字', 'Errors carry their texts in both languages'],
    values: ['both'],
    on: () => true,
  },
  'Captcha-Key': { text: ['验证码的 key', 'The key of the captcha'], on: asksCaptcha },
  'Captcha-Code': { text: ['验证码的答案，一次有效', 'The answer to the captcha, accepted once'], on: asksCaptcha },
  'Tenant-Id': {
    text: ['租户编号，优先于 tenantId；仅租户模式', 'Tenant ID, before tenantId; in tenant mode only'],
    on: asksTenant,
  },
  'Dept-Id': {
    text: ['以哪个部门的身份工作；仅身份切换模式', 'The department to work as; in switch mode only'],
    on: needsClient,
  },
  'Role-Id': {
    text: ['以哪个角色的身份工作；仅身份切换模式', 'The role to work as; in switch mode only'],
    on: needsClient,
  },
  'Registration-Key': {
    text: ['登记凭据，一次有效', 'The registration key, accepted once'],
    on: isOneOf(registration.proof),
  },
  'If-Match': {
    text: [
      '所写的数据未变时才保存："<id> <rowVersion>"；已变则 409',
      'Saves only if this row is unchanged: "<id> <rowVersion>"; otherwise 409',
    ],
    pattern: '^(\\*|"\\d{1,19} [^"\\\\]{1,40}")$',
    on: (endpoint, name) => isWriter(endpoint, name) || changesRows(endpoint),
  },
  'Idempotency-Key': {
    text: [
      '同一键只执行一次，24 小时内重试得到同一答复',
      'Runs once for each key; a retry within 24 hours gets its answer',
    ],
    pattern: '^[\\w-]{8,64}$',
    on: (endpoint) =>
      endpoint.method === 'POST' && isSigned(endpoint) && (endpoint.body !== 'multipart' || isSheetUpload(endpoint)),
  },
  'If-None-Match': {
    text: ['已有答复的 ETag；未变则 304', 'The ETag of the answer a client has; 304 if it is unchanged'],
    on: ({ method, access, output }) =>
      method === 'GET' && access === 'public' && !['flat', 'file', 'redirect'].includes(output.as),
  },
} as const satisfies Record<string, RequestHeader>

export type HeaderName = keyof typeof requestHeaders

/** The headers that a call reads; its name is `post.submit`. */
export const headersOf = ({ endpoint, name }: { readonly endpoint: Endpoint; readonly name: string }): HeaderName[] =>
  (Object.entries(requestHeaders) as [HeaderName, RequestHeader][])
    .filter(([_header, { on }]) => on(endpoint, name))
    .map(([header]) => header)
