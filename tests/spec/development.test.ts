import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeGeneration } from '#contract/develop/code-generation.ts'
import { dataModel } from '#contract/develop/data-model.ts'
import { datasource } from '#contract/develop/datasource.ts'
import { modelPrototype } from '#contract/develop/model-prototype.ts'
import { secretMask } from '#contract/kit/field.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'
import { openShop, type ShopSource } from '../support/shop-database.ts'

let platform: Platform
let admin: Caller
let shop: ShopSource
let datasourceId: string

beforeAll(async () => {
  shop = await openShop()
  platform = await openPlatform({ OUTGOING_HOSTS: new URL(shop.url.replace('jdbc:', '')).hostname })
  admin = await platform.admin()
  datasourceId = (await admin.get(datasource.calls.submit, { category: 1, name: '商城', ...shop })).id
})

let serial = 0
const addModel = async (modelTable: string, modelClass: string, modelName = modelClass) => {
  const modelCode = `${modelTable}-${++serial}`
  const { id } = await admin.get(dataModel.calls.submit, { datasourceId, modelName, modelCode, modelTable, modelClass })
  return id
}
/** A model whose guesses are stored as they are. */
const modelOf = async (table: string, name: string, label?: string) => {
  const modelId = await addModel(table, name, label)
  const guesses = await admin.get(dataModel.calls.modelPrototype, { modelId, datasourceId })
  await admin.get(dataModel.calls.submitList, guesses as never)
  return modelId
}
const addCode = (modelId: string, values: object = {}) =>
  admin.get(codeGeneration.calls.submit, {
    ...{ modelId, serviceName: 'blade-project', codeName: '订单', tableName: 't_order' },
    ...values,
  } as never)

describe('a data source in use', () => {
  test('is tested with the values of the form, and says what its account may do', async () => {
    const found = await admin.get(datasource.calls.test, shop)
    expect(found).toMatchObject({ version: expect.stringMatching(/^PostgreSQL \d/), tables: 4 })
    expect(found.notes).toEqual([[expect.stringMatching(/只读账号/), expect.any(String)]])
  })

  test('gets its stored password only at the address for which it was entered', async () => {
    const stored = { ...shop, id: datasourceId, password: secretMask }
    expect(await admin.get(datasource.calls.test, stored)).toMatchObject({ tables: 4 })
    const moved = { ...stored, url: shop.url.replace(/\d+\//, '1/') }
    expect(await admin.ask(datasource.calls.test, moved)).toMatchObject({ status: 400, faults: [{ at: 'password' }] })
    const faults = [{ at: 'password', msg: '连接地址已更改，请重新输入密码' }]
    expect(await admin.ask(datasource.calls.submit, { id: datasourceId, url: moved.url })).toMatchObject({
      status: 400,
      faults,
    })
  })

  test('fails with one sentence, whatever the reason', async () => {
    const wrong = [
      { ...shop, url: shop.url.replace(/\d+\//, '1/') },
      { ...shop, url: `${shop.url}-gone` },
      { ...shop, url: 'jdbc:postgresql://10.255.255.1:5432/shop' },
      { ...shop, driverClass: 'com.mysql.cj.jdbc.Driver' as const, url: shop.url.replace('postgresql', 'mysql') },
    ]
    const answers = await Promise.all(wrong.map((one) => admin.ask(datasource.calls.test, one)))
    expect(new Set(answers.map(({ status, msg }) => `${status} ${msg}`))).toHaveLength(1)
    expect(answers[0]?.faults).toEqual([{ at: 'url', msg: expect.stringMatching(/^连接失败/) }])
    const failed = platform.db.selectFrom('audit').where('verb', '=', 'testConnection').where('outcome', '=', 0)
    expect((await failed.select('rowTitle').execute()).map(({ rowTitle }) => rowTitle)).toContain(
      '10.255.255.1:5432/shop',
    )
  })

  test('is tested at most ten times a minute', async () => {
    const other = await createStaff(platform, 'administrator')
    const refused = { ...shop, url: `${shop.url}?options=x` }
    for (let n = 0; n < 10; n++) expect((await other.ask(datasource.calls.test, refused)).status).toBe(400)
    expect((await other.ask(datasource.calls.test, refused)).status).toBe(429)
  })
})

describe('tables of a data source', () => {
  test('are listed with their comments, those of a workflow engine are not', async () => {
    const tables = await admin.get(dataModel.calls.tableList, { datasourceId })
    expect(tables).toEqual([
      { name: 't_customer', comment: 't_customer : 客户', entityName: 'Customer' },
      { name: 't_order', comment: 't_order : 客户订单', entityName: 'Order' },
      { name: 't_order_item', comment: 't_order_item : 订单明细', entityName: 'OrderItem' },
      { name: '分类', comment: '分类 : 商品分类', entityName: '' },
    ])
  })

  test('have columns with types, keys and values; reading is in the audit', async () => {
    const { fields } = await admin.get(dataModel.calls.tableInfo, { tableName: 't_order', datasourceId })
    expect(fields).toMatchObject([
      { name: 'order_id', propertyType: 'Long', isPrimary: true },
      { name: 'order_no', type: 'character varying(32)', comment: '订单号', isUnique: true, isNullable: false },
      { name: 'customer_id', refersTo: 't_customer' },
      { name: 'pay', values: ['wechat', 'alipay', 'bank'] },
      { name: 'state', values: ['new', 'paid', 'sent'] },
      { name: 'amount', propertyType: 'BigDecimal' },
      { name: 'is_urgent', propertyType: 'Boolean' },
      { name: 'ordered_on', propertyType: 'LocalDate' },
      { name: 'note', propertyType: 'String' },
    ])
    const entries = await platform.db.selectFrom('audit').select('id').where('verb', '=', 'readDatabase').execute()
    expect(entries.length).toBeGreaterThan(0)
  })

  test('of the platform itself are listed without a data source', async () => {
    const tables = await admin.get(dataModel.calls.tableList, {})
    expect(tables.map(({ name }) => name)).toContain('data_model')
  })

  test('that the catalogue does not list are not found', async () => {
    const answer = await admin.ask(dataModel.calls.tableInfo, { tableName: 'pg_authid', datasourceId })
    expect(answer).toMatchObject({ status: 404, msg: '数据库中没有表“pg_authid”' })
  })
})

describe('a data model', () => {
  test('returns its whole row, as the second step of the family needs', async () => {
    const row = await admin.get(dataModel.calls.submit, {
      ...{ datasourceId, modelName: '客户', modelCode: 'customer', modelTable: 't_customer', modelClass: 'Customer' },
    })
    expect(row).toMatchObject({ modelCode: 'customer', datasourceId, modelTable: 't_customer' })
  })

  test('guesses what each column is', async () => {
    const modelId = await addModel('t_customer', 'Customer')
    const guesses = await admin.get(dataModel.calls.modelPrototype, { modelId, datasourceId })
    expect(guesses).toMatchObject([
      { jdbcName: 'id', isForm: 0, isList: 0 },
      { jdbcName: 'customer_name', jdbcComment: '客户名称', labelEn: 'Customer name', isRequired: 1, isQuery: 1 },
      { jdbcName: 'phone', isUnique: 1, isRequired: 0 },
      { jdbcName: 'level', jdbcComment: '客户等级', componentType: 'select', choices: '0=普通\n1=银卡\n2=金卡' },
      { jdbcName: 'remark', componentType: 'textarea', isList: 0 },
      { jdbcName: 'created_at', isForm: 0, isList: 0 },
    ])
  })

  test('keeps its fields as they were saved, once however often they are sent, under both addresses', async () => {
    const modelId = await modelOf('t_customer', 'Customer')
    const [first] = await admin.get(modelPrototype.calls.select, { modelId })
    await admin.get(modelPrototype.calls.submitList, [{ ...first, jdbcComment: '编号' }] as never)
    const { id: _, ...withoutId } = first as object & { id: string }
    await admin.get(dataModel.calls.submitList, [{ ...withoutId, propertyName: 'no' }] as never)
    const stored = await admin.get(dataModel.calls.modelPrototype, { modelId, datasourceId })
    expect(stored).toHaveLength(6)
    expect(stored[0]).toMatchObject({ id: first?.id, propertyName: 'no' })
  })

  test('takes its fields and settings along when it is removed', async () => {
    const modelId = await modelOf('t_customer', 'Customer')
    await addCode(modelId, { codeName: '将被删除' })
    const parentId = await modelOf('t_order', 'Parent')
    const parent = await addCode(parentId, { templateType: 'sub', subModelId: modelId, subFkId: 'order_id' })
    expect((await admin.ask(dataModel.calls.remove, { ids: modelId })).msg).toContain('生成配置 1 条')
    await admin.get(codeGeneration.calls.remove, { ids: parent.id })
    await admin.get(dataModel.calls.remove, { ids: modelId })
    expect((await admin.get(modelPrototype.calls.list, { modelId_equal: modelId })).total).toBe(0)
    expect((await admin.get(codeGeneration.calls.list, { modelId_equal: modelId })).total).toBe(0)
  })

  test('brings back what was removed with it when it is restored, and nothing that was removed before', async () => {
    const modelId = await modelOf('t_customer', 'Restored')
    const code = await addCode(modelId, { codeName: '一同恢复' })
    const fields = () => admin.get(modelPrototype.calls.list, { modelId_equal: modelId, size: 100 })
    const { records, total } = await fields()
    await admin.get(modelPrototype.calls.remove, { ids: String(records[0]?.id) })
    await admin.get(dataModel.calls.remove, { ids: modelId })
    await admin.get(dataModel.calls.restore, { ids: modelId })
    const restored = await fields()
    expect(restored.total).toBe(total - 1)
    expect(restored.records.map(({ id }) => id)).not.toContain(records[0]?.id)
    const { records: codes } = await admin.get(codeGeneration.calls.list, { modelId_equal: modelId })
    expect(codes.map(({ id }) => id)).toEqual([code.id])
  })
})

describe('the rows of the table of a model', () => {
  const rowsOf = (modelId: string, person = admin) => person.ask(dataModel.calls.tableRows, { modelId })

  test('are the first ones, as texts that are cut, and each reading is in the audit', async () => {
    const count = () => platform.db.selectFrom('audit').select('id').where('verb', '=', 'readDatabase').execute()
    const before = (await count()).length
    const { data } = await rowsOf(await addModel('t_order', 'ShopOrder'))
    expect(data.columns.slice(0, 3)).toEqual(['order_id', 'order_no', 'customer_id'])
    expect(data.rows).toEqual([
      ['1', 'A-1', '1', null, 'paid', '12.50', 'true', '2026-01-02', '<b>加急</b>'],
      ['2', 'A-2', null, null, 'new', '3.00', 'false', null, null],
    ])
    const customers = (await rowsOf(await addModel('t_customer', 'ShopCustomer'))).data
    expect(customers.rows[0]?.[customers.columns.indexOf('remark')]).toBe('长'.repeat(200))
    expect((await count()).length).toBe(before + 2)
  })

  test('need a permission of their own, besides that of models', async () => {
    const modelId = await addModel('t_order', 'ShopOrder')
    const [designer, reader] = [
      await createClerk(platform, 'model.designer', { codes: ['model', 'model_edit'] }),
      await createClerk(platform, 'model.reader', { codes: ['model', 'model_rows'] }),
    ]
    expect((await rowsOf(modelId, designer)).status).toBe(403)
    expect((await rowsOf(modelId, reader)).status).toBe(200)
  })

  test('of the platform itself stay in its lists, and a table that is not in the catalogue is not found', async () => {
    const own = await admin.get(dataModel.calls.submit, {
      ...{ modelName: '账号', modelCode: 'own-user', modelTable: 'user', modelClass: 'OwnUser' },
    })
    expect(await rowsOf(own.id)).toMatchObject({
      status: 400,
      msg: '平台自身的数据请在相应的列表中查看，模型预览只读取外部数据源的数据',
    })
    expect((await rowsOf(await addModel('pg_authid', 'Roles'))).status).toBe(404)
    expect((await rowsOf(await addModel('t_order"; drop table t_order; --', 'Attack'))).status).toBe(404)
  })

  test('of a table and columns with hostile names are read as they are, and nothing else happens', async () => {
    const [table, column] = [
      'x"; drop table t_order; --',
      'y\', (select 1)) " from t_order; delete from t_customer; --',
    ]
    const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
    const { hostname, port, pathname } = new URL(shop.url.replace('jdbc:', ''))
    const client = new pg.Client({
      ...{ host: hostname, port: Number(port), database: pathname.slice(1), user: shop.username },
      password: shop.password,
    })
    await client.connect()
    try {
      await client.query(`create table ${quoted(table)} (${quoted(column)} text, picture bytea)`)
      await client.query(`insert into ${quoted(table)} values ('甲', '\\x00ff')`)
      expect((await rowsOf(await addModel(table, 'Hostile'))).data).toEqual({
        columns: [column, 'picture'],
        rows: [['甲', null]],
      })
      const { rows } = await client.query('select count(*)::int as n from t_customer, t_order')
      expect(rows).toEqual([{ n: 2 }])
    } finally {
      await client.query(`drop table if exists ${quoted(table)}`)
      await client.end()
    }
  })
})

describe('generated code', () => {
  test('is shown with its difference, and is data to the end: a hostile comment stays a text', async () => {
    const name = `客户'订单\` */ $\{x}`
    const modelId = await modelOf('t_order', 'CustomerOrder', name)
    const { id } = await addCode(modelId)
    const files = await admin.get(codeGeneration.calls.preview, { id })
    expect(files.map(({ path, isNew }) => [path, isNew])).toEqual([
      ['contract/project/customer-order.ts', true],
      [expect.stringMatching(/^server\/migrations\/\d{4}-customer-order\.sql$/), true],
      ['contract/index.ts', false],
    ])
    expect(files[0]?.text).toContain(`["${name}", 'Customer orders']`)
    expect(files[0]?.text).toContain("orderNo: text('订单号', 'Order no', { required: true, unique: true, max: 32 }),")
    expect(files[2]?.diff).toContain("+import { customerOrder } from './project/customer-order.ts'")
  })

  test('comes as an archive for clients of the family', async () => {
    const { id } = await addCode(await modelOf('t_order', 'ShopOrder'))
    const response = await admin.raw('POST', `${codeGeneration.calls.genCode.path}?ids=${id}&system=saber`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  test.each([
    ['User', {}, 'modelId', /用户/],
    ['lowercase', {}, 'modelId', /大写字母/],
    ['../../x', {}, 'modelId', /大写字母/],
    ['Delete', {}, 'modelId', /另有含义/],
    ['File', {}, 'modelId', /另有含义/],
    ['JobRun', {}, 'modelId', /表 job_run/],
    ['JobOverview', {}, 'modelId', /相同/],
    ['ShopOrder', { templateType: 'tree', treePid: 'gone', treeName: 'order_no' }, 'treePid', /没有列“gone”/],
    ['ShopOrder', { serviceName: 'blade-unknown' }, 'serviceName', /不是平台的服务/],
  ])('is refused for %s %o with a sentence at %s', async (modelClass, values, at, msg) => {
    const { id } = await addCode(await modelOf('t_order', modelClass), values)
    const answer = await admin.ask(codeGeneration.calls.preview, { id })
    expect(answer).toMatchObject({ status: 400, faults: [{ at, msg: expect.stringMatching(msg) }] })
  })

  test('is refused if the model of the sub-rows would put something else than names into it', async () => {
    const subModelId = await modelOf('t_order_item', '../../x')
    const settings = { templateType: 'sub', subModelId, subFkId: 'order_id' }
    const { id } = await addCode(await modelOf('t_order', 'ShopOrder'), settings)
    const answer = await admin.ask(codeGeneration.calls.preview, { id })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'modelId', msg: expect.stringMatching(/大写字母/) }] })
  })

  test('is refused if a column refers to an entity that the platform has not', async () => {
    const modelId = await modelOf('t_order', 'ShopOrder')
    const [, second] = await admin.get(modelPrototype.calls.select, { modelId })
    await admin.get(modelPrototype.calls.submitList, [{ ...second, refersTo: 'toString' }] as never)
    const answer = await admin.ask(codeGeneration.calls.preview, { id: (await addCode(modelId)).id })
    expect(answer).toMatchObject({
      status: 400,
      faults: [{ at: 'modelId', msg: expect.stringMatching(/没有实体“toString”/) }],
    })
  })

  test.each([
    { apiPath: '../../../../etc', webPath: '/etc/cron.d' },
    { packageName: '../../outside', author: '*/ process.exit() /*', tablePrefix: '../x_' },
    { codeName: '../../../outside', tableName: "x'; drop table role; --", pkName: '`+process.env' },
  ])('stays below the source, whatever the settings say: %o', async (hostile) => {
    const modelId = await modelOf('t_order', `Order${Object.keys(hostile).length}${serial}`)
    const { id } = await addCode(modelId, hostile)
    const files = await admin.get(codeGeneration.calls.preview, { id })
    const places = files.map(({ path }) => path.replace(/[a-z0-9-]+\.(ts|sql)$/, ''))
    expect([...new Set(places)]).toEqual(['contract/project/', 'server/migrations/', 'contract/'])
    for (const { diff } of files) for (const value of Object.values(hostile)) expect(diff).not.toContain(value)
  })

  test('has no place for a service that is none of the platform', async () => {
    const modelId = await modelOf('t_order', `Order${serial}`)
    for (const serviceName of ['../etc', 'caict-nothing', '__proto__', 'caict-../project']) {
      const { id } = await addCode(modelId, { serviceName })
      const answer = await admin.ask(codeGeneration.calls.preview, { id })
      expect(answer).toMatchObject({ status: 400, faults: [{ at: 'serviceName' }] })
    }
  })

  test('settings are copied with a name of their own', async () => {
    const { id } = await addCode(await modelOf('t_order', 'ShopOrder'), { codeName: '副本', apiPath: '/etc' })
    await admin.get(codeGeneration.calls.copy, { id })
    const { records } = await admin.get(codeGeneration.calls.list, { codeName: '副本-copy' })
    expect(records).toMatchObject([{ codeName: '副本-copy', apiPath: '/etc', templateType: 'crud' }])
  })
})

test('without DEV_TOOLS every call of models and code is refused with a sentence, data sources are not', async () => {
  const closed = await openPlatform({ DEV_TOOLS: 'off' })
  const caller = await closed.admin()
  const entities = [dataModel, modelPrototype, codeGeneration]
  const calls = entities.flatMap((entity) => Object.values(entity.calls))
  expect(calls.length).toBeGreaterThan(20)
  const ids = { id: '1', ids: '1', modelId: '1' }
  for (const call of calls) {
    const answer = await caller.raw(call.method, `${call.path}?${new URLSearchParams(ids)}`, {
      ...(call.method === 'POST' ? { body: call.body === 'list' ? [] : { ...ids } } : {}),
    })
    const { msg } = (await answer.json()) as { msg: string }
    expect([call.path, answer.status, msg]).toEqual([call.path, 403, expect.stringMatching(/DEV_TOOLS=on/)])
  }
  expect((await caller.ask(datasource.calls.list, {})).status).toBe(200)
})
