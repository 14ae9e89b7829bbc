import { beforeAll, describe, expect, test } from 'vitest'
import { oss, type StorageTestStep, storageKinds } from '#contract/storage/oss.ts'
import { sql } from '#server/base/database/sql.ts'
import { openStorages } from '../support/storage.ts'

/** Storages and their test (section 7, Resource), on an S3-compatible OpenStack Swift server started for these tests. */
let storages: Awaited<ReturnType<typeof openStorages>>

beforeAll(async () => {
  storages = await openStorages()
})

const rowOf = (id: string) => storages.admin.get(oss.calls.detail, { id })

describe('a storage', () => {
  test('never reveals its secret key: encrypted in the database, in no response and no audit entry', async () => {
    const { id } = await storages.newStorage()
    const responses = [
      await rowOf(id),
      await storages.admin.get(oss.calls.list),
      await storages.admin.get(oss.calls.detail, { id }),
    ]
    expect(JSON.stringify(responses)).not.toContain(storages.store.secretKey)
    const row = await storages.platform.db.selectFrom('oss').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const audit = await storages.platform.db.selectFrom('audit').selectAll().where('rowId', '=', id).execute()
    expect(audit).toHaveLength(1)
    expect(JSON.stringify([row, audit])).not.toContain(storages.store.secretKey)
    expect(row.secretKey).toMatch(/^gcm:/)
  })

  test('keeps its secret key if a change contains none', async () => {
    const { id, ...settings } = await storages.newStorage()
    await storages.admin.get(oss.calls.submit, { ...settings, id, secretKey: '', remark: '改过' })
    expect(await testStorage(id)).toEqual({ done: 4, fault: null })
  })

  test('is disabled at first, changes only by enabling, and only one per tenant is enabled', async () => {
    const [one, other] = [await storages.newStorage({ status: 2 }), await storages.newStorage()]
    expect(await rowOf(one.id)).toMatchObject({ status: 1, statusName: '未启用', categoryName: 'MinIO' })
    await storages.admin.get(oss.calls.submit, { id: one.id, status: 2 } as never)
    expect((await rowOf(one.id)).status).toBe(1)
    await storages.enable(one.id)
    await storages.enable(other.id)
    expect([(await rowOf(one.id)).status, (await rowOf(other.id)).status]).toEqual([1, 2])
  })

  test('is the only enabled one even if several are enabled simultaneously', async () => {
    const all = await Promise.all([storages.newStorage(), storages.newStorage(), storages.newStorage()])
    await Promise.all(all.map(({ id }) => storages.enable(id)))
    const rows = await storages.platform.db.selectFrom('oss').select('id').where('status', '=', 2).execute()
    expect(rows).toHaveLength(1)
    expect(all.map(({ id }) => id)).toContain(rows[0]?.id)
  })

  test('cannot be removed while enabled, and is restored as disabled', async () => {
    const [one, other] = [await storages.createEnabled(), await storages.newStorage()]
    const ids = `${other.id},${one.id}`
    expect(await storages.admin.ask(oss.calls.remove, { ids })).toMatchObject({
      status: 400,
      msg: '对象存储正在使用，请先启用另一条再删除',
    })
    expect((await rowOf(other.id)).id).toBe(other.id)
    await storages.enable(other.id)
    await storages.admin.get(oss.calls.remove, { ids: one.id })
    expect((await storages.admin.ask(oss.calls.detail, { id: one.id })).status).toBe(404)
    await storages.admin.get(oss.calls.restore, { ids: one.id })
    expect((await rowOf(one.id)).status).toBe(1)
  })

  test.each([
    ['MinIO', storageKinds.minio, ['endpoint', 'accessKey', 'secretKey', 'bucketName']],
    ['腾讯云', storageKinds.tencent, ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'appId', 'region']],
    ['华为云', storageKinds.huawei, ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'region']],
    ['亚马逊 S3', storageKinds.amazon, ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'region']],
    ['本地存储', storageKinds.local, []],
  ])('of kind %s requires the fields of that kind', async (_name, category, fields) => {
    const response = await storages.admin.ask(oss.calls.submit, { category, ossCode: storages.newCode() })
    expect(response.faults.map(({ at }) => at)).toEqual(fields)
  })

  test.each([
    ['http://files.example.com', '接口地址须使用 https；内网服务须由运维列入 OUTGOING_HOSTS'],
    ['https://10.1.2.3', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
    ['https://169.254.169.254/latest', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
    ['https://[::1]:9000', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
    ['https://a b', '接口地址须以'],
    ['ftp://files.example.com', '网址须以 http:// 或 https:// 开头'],
  ])('with the address %s is rejected at its field', async (endpoint, msg) => {
    const response = await storages.admin.ask(oss.calls.submit, storages.settings('x', { endpoint }))
    expect(response.status).toBe(400)
    if (endpoint !== 'https://a b') expect(response.faults).toEqual([{ at: 'endpoint', msg }])
  })

  test('cannot change its bucket once it contains files', async () => {
    const { id, bucketName } = await storages.createEnabled()
    await storages.admin.get(oss.calls.submit, { id, bucketName: 'another' })
    await storages.admin.get(oss.calls.submit, { id, bucketName })
    await storages.send('a.txt', 'text')
    expect(await storages.admin.ask(oss.calls.submit, { id, bucketName: 'another' })).toMatchObject({
      status: 400,
      faults: [{ at: 'bucketName', msg: '已有文件存放于此，不能更改存储空间' }],
    })
    await storages.admin.get(oss.calls.submit, { id, remark: '备注可以改' })
  })

  test('requires a permission that an enterprise does not have', async () => {
    const { id } = await storages.newStorage()
    for (const endpoint of [oss.calls.list, oss.calls.submit, oss.calls.enable, oss.calls.debug])
      expect((await storages.company.ask(endpoint as typeof oss.calls.enable, { id })).status).toBe(403)
  })
})

const testStorage = async (id: string) => {
  const form = new FormData()
  form.append('file', new Blob(['try it']), 'try.txt')
  const response = await storages.admin.raw('POST', `${oss.calls.debug.path}?id=${id}`, { body: form })
  const steps = ((await response.json()) as { data: StorageTestStep[] }).data
  expect(steps.map(({ step }) => step)).toEqual(['上传文件', '读回文件', '核对摘要', '删除文件'])
  return { done: steps.filter(({ done }) => done).length, fault: steps.find(({ fault }) => fault)?.fault ?? null }
}

describe('the test of a storage', () => {
  test('writes, reads and deletes a file, whether the storage is enabled or not', async () => {
    const { id, bucketName } = await storages.newStorage()
    expect(await testStorage(id)).toEqual({ done: 4, fault: null })
    expect(await storages.store.keys(bucketName)).toEqual([])
    expect((await rowOf(id)).status).toBe(1)
  })

  test('works on the local disk too', async () => {
    const { id } = await storages.admin.get(oss.calls.submit, { category: storageKinds.local, ossCode: 'disk' })
    expect(await testStorage(id)).toEqual({ done: 4, fault: null })
  })

  test.each([
    ['a wrong secret key', { secretKey: 'wrong' }, '签名不被接受，请核对访问密钥与地域'],
    ['an unknown key', { accessKey: 'nobody:files' }, /访问密钥|签名/],
    ['a missing bucket', { bucketName: 'missing' }, '存储空间不存在，请核对存储空间名称'],
    ['a closed port', { endpoint: 'http://127.0.0.1:1' }, '服务拒绝连接，请核对接口地址与端口'],
    ['an unknown host', { endpoint: 'https://files.invalid' }, '接口地址的域名无法解析'],
  ])('explains the error: %s', async (_what, more, fault) => {
    const { id } = await storages.newStorage(more)
    expect(await testStorage(id)).toEqual({
      done: 0,
      fault: typeof fault === 'string' ? fault : expect.stringMatching(fault),
    })
  })

  test('explains the error: no TLS at an https address', async () => {
    const { id } = await storages.newStorage({ endpoint: storages.store.endpoint.replace('http:', 'https:') })
    expect(await testStorage(id)).toEqual({ done: 0, fault: '安全连接（TLS）失败，证书不受信任或协议不符' })
  })

  test('explains the error: a secret key encrypted by another server', async () => {
    const { id } = await storages.newStorage()
    await sql`update oss set secret_key = 'gcm:AAAA' where id = ${id}`.execute(storages.platform.db)
    expect((await testStorage(id)).fault).toMatch(/访问密钥无法解密，请重新填写$/)
  })
})
