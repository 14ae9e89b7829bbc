import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { logError } from '#contract/log/log-error.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { missingFields } from '../support/required-fields.ts'
import { createRow } from '../support/sample-rows.ts'
import { uploadPdf } from '../support/scenario.ts'
import { specifiedCalls } from './specified-calls.ts'

/** Fields of a row as the specification names them, by the address of the list. */
const specifiedFields: Readonly<Record<string, string>> = {
  'caict-system/post/list': 'category postCode postName sort remark tenantId categoryName',
  'caict-system/role/list': 'tenantId parentId roleName sort roleAlias',
  'caict-system/dept/list': 'tenantId parentId ancestors deptCategory deptName fullName sort remark deptCategoryName',
  'caict-system/dict/parent-list': 'parentId code dictKey dictValue sort isSealed remark',
  'caict-system/dict-biz/parent-list': 'parentId code dictKey dictValue sort isSealed remark tenantId',
  'caict-system/menu/list': 'parentId code name alias path source sort category action isOpen remark',
  'caict-system/topmenu/list': 'code name source sort tenantId',
  'caict-system/region/list': 'code parentCode ancestors name regionLevel sort remark',
  'caict-system/data-scope/list':
    'menuId resourceCode scopeName scopeField scopeClass scopeColumn scopeType scopeValue remark scopeTypeName',
  'caict-system/api-scope/list': 'menuId resourceCode scopeName scopePath scopeType remark scopeTypeName',
  'caict-system/user/page':
    'tenantId code userType account name realName avatar email phone birthday sex roleId deptId postId status roleName deptName',
  'caict-system/tenant/list':
    'tenantId tenantName domainUrl backgroundUrl linkman contactNumber address accountNumber expireTime packageId datasourceId status',
  'caict-system/tenant-package/list': 'packageName menuId remark',
  'caict-system/client/list':
    'clientId clientSecret authorizedGrantTypes scope accessTokenValidity refreshTokenValidity webServerRedirectUri autoapprove',
  'caict-system/param/list': 'paramName paramKey paramValue remark',
  'caict-resource/attach/list': 'link domainUrl name originalName extension attachSize',
  'caict-resource/oss/list':
    'category ossCode endpoint accessKey secretKey bucketName appId region status remark categoryName statusName',
  'caict-resource/sms/list':
    'category smsCode templateId accessKey secretKey regionId signName remark status categoryName statusName',
  'caict-log/usual/list':
    'serviceId serverHost env remoteIp requestUri method logLevel logId logData createBy createTime',
  'caict-log/api/list': 'serviceId serverHost env type title method requestUri remoteIp time createBy createTime',
  'caict-log/error/list':
    'serviceId serverHost env method requestUri stackTrace exceptionName message lineNumber createTime',
  'caict-report/report/rest/list': 'name content createTime updateTime',
  'caict-develop/code/list':
    'modelId serviceName codeName tableName tablePrefix pkName packageName templateType author subModelId subFkId treeId treePid treeName baseMode wrapMode feignMode codeStyle apiPath webPath',
  'caict-develop/datasource/list': 'category name driverClass url username password shardingConfig remark',
  'caict-develop/model/list': 'datasourceId modelName modelCode modelTable modelClass modelRemark',
  'caict-job/job-server/list': 'jobServerName jobServerUrl jobAppName jobAppPassword jobRemark',
  'caict-job/job-info/list':
    'jobServerId jobName jobDescription jobParams timeExpressionType timeExpression executeType processorType processorInfo enable lifecycle',
  'caict-desk/notice/list': 'title category releaseTime content tenantId categoryName',
}

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  // lists of what clients send
  await uploadPdf(admin)
  const errors = [{ time: '2026-01-02 03:04:05', type: 'error', message: '错误', stack: 'at x', url: '/home' }]
  await admin.raw('POST', logError.calls.submitList.path, { body: errors })
})

const all = Object.values(entities) as AnyEntity[]
const entityAt = (path: string) => all.find((entity) => path.startsWith(`${entity.path.slice('/api/'.length)}/`))
/** Rows of these come to be by other calls: of a process, of an upload, of a declaration. */
const withoutSample = ['attach', 'region', 'leave', 'declaration']
const isWritten = ({ name, calls }: AnyEntity) =>
  !withoutSample.includes(name) && ('submit' in calls || 'save' in calls)

/** A call as the table has it. */
const readCall = (line: string) => {
  const [method = '', path = '', ...names] = line.split(' ')
  return { method, path, names, verb: path.split('/').at(-1) as string }
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: { code?: number; success?: boolean; msg?: string; data?: unknown }
}

/** Sends a call as a client of the family does: parameters in the address, rows as JSON. */
const send = async (line: string): Promise<Answer> => {
  const { method, path, names, verb } = readCall(line)
  const entity = entityAt(path)
  const needsRow = names.includes('id') || names.includes('ids') || ['update', 'submit', 'save'].includes(verb)
  const row = entity && needsRow && isWritten(entity) ? await createRow(platform, admin, entity) : null
  const isRow = row !== null && ['update', 'submit', 'save'].includes(verb)
  const values: Readonly<Record<string, string>> = { current: '1', size: '10', id: row?.id ?? '1', ids: row?.id ?? '1' }
  const parameters = new URLSearchParams(names.map((name) => [name, values[name] ?? '1']))
  const response = await admin.raw(method, `/api/${path}?${isRow ? '' : parameters}`, {
    ...(method === 'POST' ? { body: isRow ? { ...row.input, id: row.id } : {} } : {}),
  })
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  return { status: response.status, type, body: type.includes('json') ? JSON.parse(text) : {} }
}

/** These end the session of the caller. */
const endings = /oauth\/logout|clear-cache|user\/update-password/
/** Files would go to a storage that does not exist. */
const storage = /oss\/enable/
const isLast = (line: string) => endings.test(line) || storage.test(line)

describe('every call of the specifications', () => {
  test('is in the table once', () => {
    expect(specifiedCalls).toHaveLength(282)
    expect(new Set(specifiedCalls.map((line) => line.split(' ').slice(0, 2).join(' ')))).toHaveLength(282)
  })

  test.each(specifiedCalls.filter((line) => !isLast(line)))('%s answers', async (line) => {
    const { status, type, body } = await send(line)
    const isKnown = status < 500 && status !== 405 && body.msg !== '请求的地址不存在'
    expect([line, status, body.msg, isKnown]).toEqual([line, status, body.msg, true])
    if (!type.includes('json') || line.includes('oauth/')) return
    expect(body).toMatchObject({ code: status, success: status === 200, msg: expect.stringMatching(/./) })
    expect(body).toHaveProperty('data')
    // the API document promises no field that an answer lacks
    const endpoint = { method: line.split(' ')[0] as 'GET', path: `/api/${readCall(line).path}` }
    if (status === 200) expect([line, missingFields(endpoint, body)]).toEqual([line, []])
  })

  test.each(specifiedCalls.filter((line) => / (id|ids)$/.test(line) && isSampled(line)))(
    '%s succeeds for a row that exists',
    async (line) => {
      const { status, body } = await send(line)
      expect([line, status, body.msg]).toEqual([line, 200, body.msg])
    },
  )

  test.each(specifiedCalls.filter((line) => endings.test(line)))('%s answers in a session of its own', async (line) => {
    const { method, path } = readCall(line)
    const own = await platform.admin()
    const response = await own.raw(method, `/api/${path}`, method === 'POST' ? { body: {} } : {})
    expect([line, response.status < 500 && ![404, 405].includes(response.status)]).toEqual([line, true])
  })
})

/** Standard calls of entities whose rows the test can add. */
function isSampled(line: string): boolean {
  const { path, verb } = readCall(line)
  const entity = entityAt(path)
  return entity !== undefined && isWritten(entity) && ['detail', 'remove'].includes(verb)
}

describe('the rows of lists', () => {
  test.each(Object.entries(specifiedFields))('%s have the specified fields', async (path, names) => {
    const entity = entityAt(path) as AnyEntity
    if (isWritten(entity)) await createRow(platform, admin, entity)
    const answer = await admin.raw('GET', `/api/${path}?current=1&size=10`)
    const { data } = (await answer.json()) as { data: { records?: object[] } & object[] }
    const rows = data.records ?? data
    if (data.records)
      expect(data).toMatchObject({ total: expect.any(Number), size: 10, current: 1, pages: expect.any(Number) })
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['id', ...names.split(' ')]))
  })
})

test.each(specifiedCalls.filter((line) => storage.test(line)))('%s succeeds', async (line) => {
  expect(await send(line)).toMatchObject({ status: 200, body: { success: true } })
})
