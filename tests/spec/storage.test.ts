import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { attach } from '#contract/storage/attach.ts'
import { oss, storageKinds, type TriedStep } from '#contract/storage/oss.ts'
import { upload } from '#contract/storage/upload.ts'
import { user } from '#contract/system/user.ts'
import { linkColumns } from '#server/app.ts'
import { newFileName } from '#server/base/files.ts'
import { pdfOf, pngOf } from '#server/seed/demo/samples.ts'
import { sweepFiles } from '#server/storage/sweep.ts'
import { type ObjectStore, openObjectStore } from '../support/object-store.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { makeRow } from '../support/sample.ts'
import { type Enterprise, enterprise, uploadFile } from '../support/story.ts'

/** Where files lie (section 7, Resource): on a service that speaks S3, OpenStack Swift, started for these tests. */

const platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
const store: ObjectStore = await openObjectStore()
const admin = await platform.admin()
let company: Enterprise
beforeAll(async () => {
  company = await enterprise(platform)
})

let serial = 0
const settings = (bucketName: string, more: object = {}) => ({
  ...{ category: storageKinds.minio, ossCode: `s${++serial}`, endpoint: store.endpoint, bucketName },
  ...{ accessKey: store.accessKey, secretKey: store.secretKey },
  ...more,
})
/** A storage with a bucket of its own. */
const newStorage = async (more: object = {}) => {
  const sent = settings(`files${serial + 1}`, more)
  await store.bucket(`files${serial}`)
  const { id } = await admin.get(oss.calls.submit, sent)
  return { ...sent, id }
}
const enable = (id: string) => admin.get(oss.calls.enable, { id })
const inUse = async () => {
  const storage = await newStorage()
  await enable(storage.id)
  return storage
}
const rowOf = (id: string) => admin.get(oss.calls.detail, { id })

interface Told {
  success: boolean
  msg: string
  data: { attachId: string; link: string; name: string; sha256: string; attachSize: number }
}
const send = async (name: string, body: Buffer | string, path = upload.putFileAttach.path, who: Caller = company) => {
  const response = await uploadFile(who, name, body, path)
  return { status: response.status, ...((await response.json()) as Told) }
}
const download = (who: Caller, id: string) => who.raw('GET', `${upload.download.path}?id=${id}`)
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const kept = async (bucket: string) => ({
  rows: (await platform.db.selectFrom('attach').select('id').execute()).length,
  arriving: (await platform.db.selectFrom('arrivingFile').select('name').execute()).length,
  keys: await store.keys(bucket),
  unfinished: await store.unfinished(bucket),
})

describe('a storage', () => {
  test('keeps its secret key to itself: sealed in the database, in no answer, in no audit line', async () => {
    const { id } = await newStorage()
    const told = [await rowOf(id), await admin.get(oss.calls.list), await admin.get(oss.calls.detail, { id })]
    expect(JSON.stringify(told)).not.toContain(store.secretKey)
    const row = await platform.db.selectFrom('oss').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const audit = await platform.db.selectFrom('audit').selectAll().where('rowId', '=', id).execute()
    expect(audit).toHaveLength(1)
    expect(JSON.stringify([row, audit])).not.toContain(store.secretKey)
    expect(row.secretKey).toMatch(/^gcm:/)
  })

  test('keeps the secret key it has where none is sent with a change', async () => {
    const { id, ...sent } = await newStorage()
    await admin.get(oss.calls.submit, { ...sent, id, secretKey: '', remark: '改过' })
    expect(await tried(id)).toEqual({ done: 4, fault: null })
  })

  test('starts out of use, and only being put to use changes that, for one in a tenant', async () => {
    const [one, other] = [await newStorage({ status: 2 }), await newStorage()]
    expect(await rowOf(one.id)).toMatchObject({ status: 1, statusName: '未启用', categoryName: 'MinIO' })
    await admin.get(oss.calls.submit, { id: one.id, status: 2 } as never)
    expect((await rowOf(one.id)).status).toBe(1)
    await enable(one.id)
    await enable(other.id)
    expect([(await rowOf(one.id)).status, (await rowOf(other.id)).status]).toEqual([1, 2])
  })

  test('of several put to use at once, one is in use in the end', async () => {
    const all = await Promise.all([newStorage(), newStorage(), newStorage()])
    await Promise.all(all.map(({ id }) => enable(id)))
    const rows = await platform.db.selectFrom('oss').select('id').where('status', '=', 2).execute()
    expect(rows).toHaveLength(1)
    expect(all.map(({ id }) => id)).toContain(rows[0]?.id)
  })

  test('in use is not removed; out of use it is, and comes back out of use', async () => {
    const [one, other] = [await inUse(), await newStorage()]
    const ids = `${other.id},${one.id}`
    expect(await admin.ask(oss.calls.remove, { ids })).toMatchObject({
      status: 400,
      msg: '对象存储正在使用，请先启用另一条再删除',
    })
    expect((await rowOf(other.id)).id).toBe(other.id)
    await enable(other.id)
    await admin.get(oss.calls.remove, { ids: one.id })
    expect((await admin.ask(oss.calls.detail, { id: one.id })).status).toBe(404)
    await admin.get(oss.calls.restore, { ids: one.id })
    expect((await rowOf(one.id)).status).toBe(1)
  })

  test.each([
    ['MinIO', storageKinds.minio, ['endpoint', 'accessKey', 'secretKey', 'bucketName']],
    ['腾讯云', storageKinds.tencent, ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'appId', 'region']],
    ['华为云', storageKinds.huawei, ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'region']],
    ['亚马逊 S3', storageKinds.amazon, ['endpoint', 'accessKey', 'secretKey', 'bucketName', 'region']],
    ['本地存储', storageKinds.local, []],
  ])('of kind %s asks for what that kind has', async (_name, category, asked) => {
    const answer = await admin.ask(oss.calls.submit, { category, ossCode: `s${++serial}` })
    expect(answer.faults.map(({ at }) => at)).toEqual(asked)
  })

  test.each([
    ['http://files.example.com', '接口地址须使用 https；内网服务须由运维列入 OUTGOING_HOSTS'],
    ['https://10.1.2.3', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
    ['https://169.254.169.254/latest', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
    ['https://[::1]:9000', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
    ['https://a b', '接口地址须以'],
    ['ftp://files.example.com', '网址须以 http:// 或 https:// 开头'],
  ])('at %s is refused at its field', async (endpoint, msg) => {
    const answer = await admin.ask(oss.calls.submit, settings('x', { endpoint }))
    expect(answer.status).toBe(400)
    if (endpoint !== 'https://a b') expect(answer.faults).toEqual([{ at: 'endpoint', msg }])
  })

  test('does not change its bucket once files lie there', async () => {
    const { id } = await inUse()
    await admin.get(oss.calls.submit, { id, bucketName: 'another' })
    await admin.get(oss.calls.submit, { id, bucketName: `files${serial}` })
    await send('a.txt', 'text')
    expect(await admin.ask(oss.calls.submit, { id, bucketName: 'another' })).toMatchObject({
      status: 400,
      faults: [{ at: 'bucketName', msg: '已有文件存放于此，不能更改存储空间' }],
    })
    await admin.get(oss.calls.submit, { id, remark: '备注可以改' })
  })

  test('is for those who may: not for an enterprise', async () => {
    const { id } = await newStorage()
    for (const endpoint of [oss.calls.list, oss.calls.submit, oss.calls.enable, oss.calls.debug])
      expect((await company.ask(endpoint as typeof oss.calls.enable, { id })).status).toBe(403)
  })
})

const tried = async (id: string) => {
  const form = new FormData()
  form.append('file', new Blob(['try it']), 'try.txt')
  const response = await admin.raw('POST', `${oss.calls.debug.path}?id=${id}`, { body: form })
  const steps = ((await response.json()) as { data: TriedStep[] }).data
  expect(steps.map(({ step }) => step)).toEqual(['上传文件', '读回文件', '核对摘要', '删除文件'])
  return { done: steps.filter(({ done }) => done).length, fault: steps.find(({ fault }) => fault)?.fault ?? null }
}

describe('a storage that is tried', () => {
  test('gets a file, gives it back, and keeps nothing of it, in use or not', async () => {
    const { id, bucketName } = await newStorage()
    expect(await tried(id)).toEqual({ done: 4, fault: null })
    expect(await store.keys(bucketName)).toEqual([])
    expect((await rowOf(id)).status).toBe(1)
  })

  test('works on the local disk too', async () => {
    const { id } = await admin.get(oss.calls.submit, { category: storageKinds.local, ossCode: 'disk' })
    expect(await tried(id)).toEqual({ done: 4, fault: null })
  })

  test.each([
    ['a wrong secret key', { secretKey: 'wrong' }, '签名不被接受，请核对访问密钥与地域'],
    ['a key that is unknown', { accessKey: 'nobody:files' }, /访问密钥|签名/],
    ['a bucket that is missing', { bucketName: 'missing' }, '存储空间不存在，请核对存储空间名称'],
    ['nobody at the port', { endpoint: 'http://127.0.0.1:1' }, '服务拒绝连接，请核对接口地址与端口'],
    ['a host nobody knows', { endpoint: 'https://files.invalid' }, '接口地址的域名无法解析'],
  ])('says in words what is wrong: %s', async (_what, more, fault) => {
    const { id } = await newStorage(more)
    expect(await tried(id)).toEqual({
      done: 0,
      fault: typeof fault === 'string' ? fault : expect.stringMatching(fault),
    })
  })

  test('says in words what is wrong: no TLS where TLS is spoken', async () => {
    const { id } = await newStorage({ endpoint: store.endpoint.replace('http:', 'https:') })
    expect(await tried(id)).toEqual({ done: 0, fault: '安全连接（TLS）失败，证书不受信任或协议不符' })
  })

  test('says in words that its key was sealed by another server', async () => {
    const { id } = await newStorage()
    await sql`update oss set secret_key = 'gcm:AAAA' where id = ${id}`.execute(platform.db)
    expect((await tried(id)).fault).toMatch(/访问密钥无法解密，请重新填写$/)
  })
})

describe('a file, with a bucket in use', () => {
  test('lies there whole, and is read through this server alone, as on the disk', async () => {
    const { bucketName, id } = await inUse()
    const body = pdfOf('in a bucket')
    const { data } = await send('申报书.pdf', body)
    expect(await store.keys(bucketName)).toEqual([`upload/${data.name}`])
    const response = await download(company, data.attachId)
    expect((await bytesOf(response)).equals(body)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(body.length),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('申报书.pdf')}`,
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(data.link).toBe(`${upload.download.path}?id=${data.attachId}`)
    expect(await admin.get(attach.calls.detail, { id: data.attachId })).not.toHaveProperty('storageId')
    const [row] = (await admin.get(attach.calls.list, { originalName: '申报书' })).records
    expect(row).toMatchObject({ storageId: id, domainUrl: '' })
  })

  test('is told of by the public address of the storage, where it has one', async () => {
    const { id } = await newStorage({ transformEndpoint: 'https://files.example.com' })
    await enable(id)
    const { data } = await send('a.txt', 'text')
    expect((await admin.get(attach.calls.list, { domainUrl: 'files.example' })).records.map((row) => row.id)).toEqual([
      data.attachId,
    ])
  })

  test('of many megabytes goes there in parts', async () => {
    const { bucketName } = await inUse()
    const body = Buffer.concat([pdfOf('large'), Buffer.alloc(12 * 1024 * 1024, 7)])
    const { data } = await send('large.pdf', body)
    expect(data.attachSize).toBe(body.length)
    expect((await bytesOf(await download(company, data.attachId))).equals(body)).toBe(true)
    expect(await store.unfinished(bucketName)).toBe(0)
  })

  test.each([
    ['too long', 'a.pdf', Buffer.alloc(20 * 1024 * 1024 + 1), 413],
    ['of another content than its name', 'a.pdf', 'no pdf', 400],
    ['empty', 'a.txt', '', 400],
  ])('that is %s is refused and nothing of it is kept', async (_what, name, body, status) => {
    const { bucketName } = await inUse()
    const before = await kept(bucketName)
    expect((await send(name, body)).status).toBe(status)
    expect(await kept(bucketName)).toEqual(before)
  })

  test('that breaks off leaves nothing', async () => {
    const { bucketName } = await inUse()
    const before = await kept(bucketName)
    const abort = new AbortController()
    const parts = async function* () {
      yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\n')
      for (let n = 0; n < 8; n++) yield Buffer.alloc(1024 * 1024, 65)
      abort.abort()
      yield Buffer.from('never')
    }
    const sent = fetch(platform.url + upload.putFileAttach.path, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'blade-auth': `bearer ${company.token}` },
      body: parts() as never,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit)
    await expect(sent).rejects.toThrow()
    await expect.poll(() => kept(bucketName), { timeout: 10_000 }).toEqual(before)
  })

  test('is closed to strangers, and the link of an avatar opens by itself', async () => {
    await inUse()
    const other = await enterprise(platform)
    const { data } = await send('mine.txt', 'text')
    expect((await download(other, data.attachId)).status).toBe(404)
    const avatar = await send('me.png', pngOf([1, 2, 3]), upload.putFile.path)
    const response = await fetch(platform.url + avatar.data.link)
    expect((await bytesOf(response)).equals(pngOf([1, 2, 3]))).toBe(true)
  })

  test('stays readable where it is when another storage is put to use, and when its own is removed', async () => {
    const first = await inUse()
    const { data: old } = await send('old.txt', 'old')
    const second = await inUse()
    const { data: fresh } = await send('fresh.txt', 'fresh')
    const { id: disk } = await admin.get(oss.calls.submit, { category: storageKinds.local, ossCode: `s${++serial}` })
    await enable(disk)
    const { data: local } = await send('local.txt', 'local')
    await admin.get(oss.calls.remove, { ids: first.id })
    expect(await store.keys(first.bucketName)).toEqual([`upload/${old.name}`])
    expect(await store.keys(second.bucketName)).toEqual([`upload/${fresh.name}`])
    for (const [{ attachId }, text] of [
      [old, 'old'],
      [fresh, 'fresh'],
      [local, 'local'],
    ] as const)
      expect(String(await bytesOf(await download(company, attachId)))).toBe(text)
  })

  test('goes to another storage by its code, if who sends it looks after storages', async () => {
    const [now, other] = [await inUse(), await newStorage()]
    const to = (code: string) => `${upload.putFileAttach.path}?code=${code}`
    const { data } = await send('there.txt', 'text', to(other.ossCode), admin)
    expect(await store.keys(other.bucketName)).toEqual([`upload/${data.name}`])
    expect((await send('no.txt', 'text', to(other.ossCode))).status).toBe(403)
    expect((await send('yes.txt', 'text', to(now.ossCode))).status).toBe(200)
    expect(await send('no.txt', 'text', to('unknown'), admin)).toMatchObject({
      status: 400,
      msg: '没有资源编号为“unknown”的存储',
    })
  })
})

describe('what is left of uploads for more than a day', () => {
  const age = (table: 'attach' | 'arriving_file', column: string, name: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '25 hours' where name = ${name}`.execute(
      platform.db,
    )
  const sweep = () => sweepFiles(platform.app, linkColumns)

  test('is swept where a server ended in the middle: its file and its parts, and nothing else of the bucket', async () => {
    const { bucketName: Bucket, id: storageId } = await inUse()
    const client = new S3Client({
      ...{ endpoint: store.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: store.accessKey, secretAccessKey: store.secretKey },
    })
    const [whole, half, young] = [newFileName(), newFileName(), newFileName()]
    for (const name of [whole, young])
      await client.send(new PutObjectCommand({ Bucket, Key: `upload/${name}`, Body: 'x' }))
    await client.send(new PutObjectCommand({ Bucket, Key: 'upload/of-somebody-else', Body: 'x' }))
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `upload/${half}` }))
    for (const name of [whole, half, young])
      await platform.db.insertInto('arrivingFile').values({ name, storageId }).execute()
    for (const name of [whole, half]) await age('arriving_file', 'since', name)
    await sweep()
    expect(await store.keys(Bucket)).toEqual([`upload/${young}`, 'upload/of-somebody-else'].sort())
    expect(await store.unfinished(Bucket)).toBe(0)
    const left = await platform.db.selectFrom('arrivingFile').select('name').execute()
    expect(left).toEqual([{ name: young }])
  })

  test('is swept where it is a picture that was never saved; one in an avatar or a text stays', async () => {
    const { bucketName } = await inUse()
    const picture = () => send('me.png', pngOf([1, 2, 3]), upload.putFile.path)
    const [avatar, never, fresh] = [await picture(), await picture(), await picture()]
    const attached = await send('kept.txt', 'text')
    const shown = await send('in-text.png', pngOf([4, 5, 6]), upload.putFile.path, admin)
    await company.get(user.calls.updateInfo, {
      realName: '王明',
      name: '王明',
      phone: '19900001234',
      avatar: avatar.data.link,
    })
    await makeRow(platform, admin, notice).then(({ id, sent }) =>
      admin.get(notice.calls.submit, { ...sent, id, content: `<p>图</p><img src="${shown.data.link}" alt="图">` }),
    )
    for (const { data } of [avatar, never, attached, shown]) await age('attach', 'create_time', data.name)
    await sweep()
    expect(await store.keys(bucketName)).toEqual(
      [avatar, fresh, attached, shown].map(({ data }) => `upload/${data.name}`).sort(),
    )
    expect((await fetch(platform.url + never.data.link)).status).toBe(404)
    expect((await fetch(platform.url + shown.data.link)).status).toBe(200)
    const audit = await platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', never.data.attachId)
      .execute()
    expect(audit.map(({ verb }) => verb)).toEqual(['insert', 'sweep'])
  })
})

describe.sequential('a storage that does not answer', () => {
  test('refuses files with a sentence, and nothing of them is kept; what lies there is not lost', async () => {
    const { bucketName } = await inUse()
    const { data } = await send('there.txt', 'text')
    const rows = async () => (await platform.db.selectFrom('attach').select('id').execute()).length
    const before = await rows()
    expect(await store.keys(bucketName)).toHaveLength(1)
    await store.stop()
    const refused = { status: 503, success: false, msg: '文件存储服务暂时无法使用，请稍后重试' }
    expect(await send('a.txt', 'text')).toMatchObject(refused)
    expect(await send('large.pdf', Buffer.concat([pdfOf('x'), Buffer.alloc(8 * 1024 * 1024)]))).toMatchObject(refused)
    expect(await rows()).toBe(before)
    expect((await download(company, data.attachId)).status).toBe(503)
    // what could not be taken back is written down, to be swept once the storage answers again
    expect(await platform.db.selectFrom('arrivingFile').select('name').execute()).not.toEqual([])
  })
})
