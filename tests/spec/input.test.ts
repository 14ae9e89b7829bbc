import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '#contract/kit/field.ts'
import { declaration } from '#contract/project/declaration.ts'
import { signOn } from '#contract/sign-on.ts'
import { menu } from '#contract/system/menu.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { routes } from '#server/routes.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { liveCall, logoutCalls } from '../support/registered-calls.ts'
import { createEnterprise, type Enterprise, openWindow, password, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let company: Enterprise

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await openWindow(admin)
  company = await createEnterprise(platform)
})

const samplePost = (postCode: string) => ({ category: 1, postCode, postName: '岗位', sort: 1 })

describe('fields that a request cannot set', () => {
  const serverFields = {
    createUser: '1',
    createDept: '1',
    updateUser: '1',
    createTime: '2001-01-01 00:00:00',
    isDeleted: 1,
    status: 9,
  }

  test('unknown keys and server fields are dropped when a row is created or changed', async () => {
    const { id } = await admin.get(post.calls.submit, {
      ...samplePost('P1'),
      ...serverFields,
      evil: 1,
      __proto__: { x: 1 },
    } as never)
    const createdRow = await admin.get(post.calls.detail, { id })
    expect(createdRow).toMatchObject({
      tenantId: '000000',
      isDeleted: 0,
      status: 1,
      createUser: await userIdOf(admin, 'admin'),
    })
    await admin.get(post.calls.submit, { id, remark: 'x', ...serverFields } as never)
    const updatedRow = await admin.get(post.calls.detail, { id })
    const later = { updateTime: '', rowVersion: '' }
    expect({ ...updatedRow, ...later }).toEqual({ ...createdRow, remark: 'x', ...later })
    expect(createdRow).not.toHaveProperty('evil')
  })

  test('a new row cannot choose its id', async () => {
    expect(await admin.ask(post.calls.submit, { id: '77', ...samplePost('P2') })).toMatchObject({ status: 404 })
  })

  test('the call that changes a user cannot change the status or the password', async () => {
    const id = await userIdOf(admin, company.account)
    await admin.get(user.calls.update, { id, status: 0, reason: 'x', password: 'x', hash: 'x' } as never)
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ status: 1, reason: null })
    expect((await company.ask(user.calls.info, {})).success).toBe(true)
  })

  test('an enterprise cannot set its role, status, company or operator through calls on its own account', async () => {
    const hostile = {
      roleId: '1',
      status: 1,
      organizationCode: '9144030071526726XG',
      operator: 1,
      deptId: '1',
      accountType: 2,
      region: '32',
    }
    const before = await company.get(user.calls.info, {})
    const wrongPasswords = {
      oldPassword: platform.encrypt('Wrong-955-Qa'),
      newPassword: platform.encrypt(password),
      newPassword1: platform.encrypt(password),
    }
    await company.ask(user.calls.updatePassword, { ...wrongPasswords, ...hostile } as never)
    await company.ask(user.calls.verifyInitialPassword, hostile as never)
    for (const call of [user.calls.update, user.calls.submit])
      expect((await company.ask(call, { id: before.id, ...hostile } as never)).status).toBe(403)
    expect(await company.get(user.calls.info, {})).toEqual(before)
  })

  test('a declarant cannot set the stage, number, company or version of a declaration', async () => {
    const hostile = {
      declareStatus: 60,
      declareNo: 'X',
      companyId: '1',
      loop: 5,
      completeness: 100,
      operator: 2,
      experts: '1',
      applyTime: '2001-01-01 00:00:00',
    }
    const { id } = await company.get(declaration.calls.save, {
      projectName: '夹带',
      ...hostile,
      ...serverFields,
    } as never)
    const { records } = await company.get(declaration.calls.page, {})
    expect(records).toEqual([
      expect.objectContaining({
        id,
        declareStatus: 0,
        declareNo: null,
        loop: 0,
        applyTime: null,
        tenantId: '000000',
      }),
    ])
    const stored = await platform.db.selectFrom('declaration').select('experts').where('id', '=', id).execute()
    expect(stored).toEqual([{ experts: null }])
    const detail = await company.get(declaration.calls.detail, { id })
    expect(detail).toMatchObject({ organizationCode: company.organizationCode, declareStatus: 0, declareNo: null })
  })
})

describe('request bodies', () => {
  const send = async (body: string, type = 'application/json') => {
    const response = await admin.raw('POST', post.calls.submit.path, { body, headers: { 'content-type': type } })
    return [response.status, ((await response.json()) as { msg: string }).msg]
  }
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  test.each([
    ['{"broken"', 400, '请求内容无法识别'],
    ['nonsense', 400, '请求内容无法识别'],
    [nested(21), 400, '请求内容无法识别'],
    [`[${'['.repeat(20_000)}`, 400, '请求内容无法识别'],
    [nested(20), 400, '请选择岗位类型'],
    ['[]', 400, '请选择岗位类型'],
    ['null', 400, '请选择岗位类型'],
    ['"text"', 400, '请选择岗位类型'],
    ['5', 400, '请选择岗位类型'],
    ['', 400, '请选择岗位类型'],
    [JSON.stringify({ remark: 'x'.repeat(1024 * 1024) }), 413, '提交的内容过大'],
    [JSON.stringify({ ...samplePost('N'), postName: 'a\u0000b' }), 400, '岗位名称含有无法保存的字符'],
    [JSON.stringify({ ...samplePost('N'), postName: '\ud800' }), 400, '岗位名称含有无法保存的字符'],
    [JSON.stringify({ ...samplePost('N'), sort: 1e300 }), 400, '岗位排序不能大于2147483647'],
    [JSON.stringify({ ...samplePost('N'), sort: -1 }), 400, '岗位排序不能小于0'],
    [JSON.stringify({ ...samplePost('N'), sort: 'one' }), 400, '岗位排序应为数字'],
    [JSON.stringify({ ...samplePost('N'), category: 999 }), 400, '岗位类型不在可选范围内'],
    [JSON.stringify({ ...samplePost('N'), postName: { $ne: 1 } }), 400, '岗位名称的值不正确'],
  ])('$0 gets status $1: $2', async (body, status, msg) => {
    expect(await send(body)).toEqual([status, msg])
  })

  test('braces inside a text do not count as nesting', async () => {
    const [status] = await send(JSON.stringify({ ...samplePost('D1'), remark: `${'{['.repeat(50)}"\\` }))
    expect(status).toBe(200)
  })

  test.each(['application/xml', 'text/plain', 'application/octet-stream'])('%s is not accepted', async (type) => {
    expect((await send('<a/>', type))[0]).toBe(415)
  })

  test('digits in strings are accepted as numbers in forms and in JSON, as the family sends them', async () => {
    const form = new URLSearchParams({ category: '1', postCode: 'F1', postName: '表单', sort: '3' }).toString()
    expect((await send(form, 'application/x-www-form-urlencoded'))[0]).toBe(200)
    const json = JSON.stringify({ category: '1', postCode: 7, postName: 2026, sort: '3' })
    expect(await send(json)).toEqual([200, '操作成功'])
  })

  test('a multipart form without files is read like any other form', async () => {
    const formOf = (fields: object) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return form
    }
    const sendForm = async (body: FormData | string, headers = {}) => {
      const response = await admin.raw('POST', post.calls.submit.path, { body, headers })
      return [response.status, ((await response.json()) as { msg: string }).msg]
    }
    const row = { ...samplePost('M1'), sort: '3' }
    expect(await sendForm(formOf(row))).toEqual([200, '操作成功'])
    expect((await admin.get(post.calls.list, { postCode_equal: 'M1' })).records).toMatchObject([{ sort: 3 }])
    expect(await sendForm(formOf({ ...row, remark: new Blob(['x']) }))).toEqual([
      415,
      '此接口不接收文件，请只提交文字字段',
    ])
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`a${i}`, '1']))
    expect(await sendForm(formOf(many))).toEqual([400, '请求内容无法识别'])
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const [body, headers] of [
      ['--b\r\nnonsense', type],
      ['', { 'content-type': 'multipart/form-data' }],
    ] as const)
      expect(await sendForm(body, headers)).toEqual([400, '请求内容无法识别'])
    expect((await sendForm(formOf({ remark: 'x'.repeat(1024 * 1024) })))[0]).toBe(413)
  })

  test('a day with a time is the day, and an empty part of a list of ids is no id', async () => {
    const person = { account: 'born.once', name: '王明', realName: '王明', birthday: '1990-02-03 08:00:00' }
    const { id } = await admin.get(user.calls.submit, person)
    expect((await admin.get(user.calls.detail, { id })).birthday).toBe('1990-02-03')
    await admin.get(user.calls.update, { id, birthday: '1991-02-03 00:00:00' })
    expect((await admin.get(user.calls.detail, { id })).birthday).toBe('1991-02-03')
    expect((await admin.raw('POST', `${user.calls.remove.path}?ids=,`)).status).toBe(400)
    expect((await admin.raw('POST', `${user.calls.remove.path}?ids=${id},`)).status).toBe(200)
    expect((await admin.ask(user.calls.detail, { id })).status).toBe(404)
  })

  test('a call that needs no session takes 16 kB', async () => {
    const statusOf = async (bytes: number) =>
      (
        await admin.raw('POST', signOn.registerGuest.path, {
          body: JSON.stringify({ name: 'x'.repeat(bytes) }),
          headers: { 'content-type': 'application/json' },
        })
      ).status
    expect([await statusOf(16_300), await statusOf(16_400)]).toEqual([400, 413])
  })

  test('a form has at most 200 fields', async () => {
    const fields = (n: number) => Array.from({ length: n }, (_, i) => `a${i}=1`).join('&')
    expect((await send(fields(200), 'application/x-www-form-urlencoded'))[1]).toBe('请选择岗位类型')
    expect((await send(fields(201), 'application/x-www-form-urlencoded'))[1]).toBe('请求内容无法识别')
  })

  test('an id can be in the query of a POST', async () => {
    const { id } = await admin.get(post.calls.submit, samplePost('Q1'))
    expect((await admin.raw('POST', `${post.calls.remove.path}?ids=${id}`)).status).toBe(200)
    expect((await admin.ask(post.calls.detail, { id })).status).toBe(404)
  })
})

describe('`undefined` and `null` in the place of a value', () => {
  const ownSession = [...logoutCalls, liveCall]
  const withRequired = routes.filter(
    ({ name, endpoint: { input, body } }) =>
      !ownSession.includes(name) &&
      body !== 'draft' &&
      body !== 'multipart' &&
      Object.values(input).some((one) => one.required),
  )
  /** Fields that a call of a new row must say; `direction: 'out'` is never read. */
  const requiredOf = (input: Fields) =>
    Object.entries(input)
      .filter(([, field]) => field.required && field.initial === undefined && !field.when && field.direction !== 'out')
      .filter(([, { kind }]) => kind !== 'one' && kind !== 'many')
      .map(([name]) => name)

  test.each(withRequired.map((route) => [route.name, route.endpoint] as const))(
    'are refused by %s for each required parameter',
    async (_, { method, path, input }) => {
      const names = requiredOf(input)
      for (const value of ['undefined', 'null']) {
        const query = new URLSearchParams(names.map((name) => [name, value]))
        const { status, text } = await admin.text(method, `${path}?${query}`)
        expect([path, value, status]).toEqual([path, value, 400])
        // an id that says nothing is reported first
        const at = (JSON.parse(text).data?.faults ?? []).map((fault: { at: string }) => fault.at)
        expect([...names, ...Object.keys(input)]).toEqual(expect.arrayContaining(at))
        expect(at.length).toBeGreaterThan(0)
      }
    },
  )

  test.each(['undefined', 'null'])(
    '%s as an id that may be absent is refused too, in a query and in a form',
    async (value) => {
      const statusOf = async (path: string) => (await admin.raw('GET', `${path}=${value}`)).status
      expect(await statusOf(`${menu.calls.lazyList.path}?parentId`)).toBe(400)
      const form = await admin.raw('POST', post.calls.remove.path, {
        body: `ids=${value}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(form.status).toBe(400)
      expect((await admin.ask(post.calls.remove, { ids: value })).status).toBe(400)
    },
  )

  test('are what a person may have typed in JSON and as a keyword', async () => {
    const { id } = await admin.get(post.calls.submit, { ...samplePost('NUL'), postName: 'null' })
    expect(await admin.get(post.calls.detail, { id })).toMatchObject({ postName: 'null' })
    expect((await admin.get(post.calls.list, { keyword: 'null' })).total).toBe(1)
  })
})

describe('random input to every address', () => {
  const excludedRoutes = [...logoutCalls, 'user.updatePassword', liveCall]
  const leakPattern =
    /node_modules|\bat .+\(|\.ts:|select .+ from|insert into|syntax error|postgres|invalid input|relation "|constraint/i
  const hostileValue = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      '0',
      '-1',
      "'",
      '1,2',
      'x'.repeat(300),
      '\u0000',
      '🦊',
      null,
      0,
      -1,
      1e300,
      true,
      [],
      {},
      [[]],
      [{ toString: null }],
    ),
    fc.jsonValue({ maxDepth: 2 }),
  )

  const included = routes.filter((route) => !excludedRoutes.includes(route.name))
  // several tests, so that the time limit of one suffices on a busy machine
  const groups = [0, 1, 2, 3, 4, 5].map((rest) => [rest, included.filter((_, i) => i % 6 === rest)] as const)

  test.for(groups)('never causes a server error and never reveals internals (group %i)', async ([, group]) => {
    for (const { name, endpoint } of group) {
      const keys = [...Object.keys(endpoint.input), 'ascs', 'descs', 'size', 'id', 'x_equal', 'id_ge', 'sort_like']
      const inputs = fc.sample(fc.dictionary(fc.constantFrom(...keys), hostileValue, { maxKeys: 8 }), {
        numRuns: 10,
        seed: 5020,
      })
      for (const input of inputs) {
        const { method, path } = endpoint
        const query = new URLSearchParams(
          Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
        )
        const { status, text } = await admin.text(
          method,
          method === 'GET' ? `${path}?${query}` : path,
          method === 'POST' ? { body: input } : {},
        )
        expect([name, input, status < 500, leakPattern.test(text) ? text : '']).toEqual([name, input, true, ''])
      }
    }
  })

  test('an unknown address answers in the envelope', async () => {
    const response = await platform.visitor.raw('GET', '/api/caict-system/nothing/list')
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 404, success: false, data: null, msg: '请求的地址不存在' },
    ])
  })
})
