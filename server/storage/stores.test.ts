import type { Selectable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storageKinds } from '#contract/storage/oss.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor, person } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { encryptAtRest } from '../base/crypto/encryption-at-rest.ts'
import type { Tables } from '../base/database/tables.ts'
import { bucketOf, placeFor, storeOf } from './stores.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

let serial = 0

type Row = Selectable<Tables['oss']>
const { minio, qiniu, aliyun, tencent, huawei, amazon, local } = storageKinds

const made = async (more: Partial<Row> & Record<string, unknown> = {}): Promise<Row> => {
  const row = {
    category: minio,
    ossCode: `s${++serial}`,
    endpoint: 'https://files.example.com',
    bucketName: 'files',
    status: 1,
    accessKey: 'key',
    secretKey: encryptAtRest(app.secrets, 'secret', 'oss.secretKey'),
    ...more,
  }
  return db
    .insertInto('oss')
    .values(row as never)
    .returningAll()
    .executeTakeFirstOrThrow()
}
beforeEach(() => db.updateTable('oss').set({ status: 1 }).execute())

describe('how a bucket is spoken to', () => {
  test.each<[string, Parameters<typeof made>[0], object]>([
    [
      'MinIO, by path, as if in one region',
      { category: minio },
      { isHosted: false, region: 'us-east-1', bucket: 'files' },
    ],
    [
      'Qiniu, by path, in the region of its address',
      { category: qiniu, endpoint: 'https://s3.cn-east-1.qiniucs.com' },
      { isHosted: false, region: 'cn-east-1' },
    ],
    [
      'Alibaba Cloud, with the bucket before the host',
      { category: aliyun, endpoint: 'https://s3.oss-cn-hangzhou-internal.aliyuncs.com' },
      { isHosted: true, region: 'cn-hangzhou' },
    ],
    [
      'Tencent Cloud, whose buckets end with the app id',
      { category: tencent, endpoint: 'https://cos.ap-guangzhou.myqcloud.com', appId: '125', region: 'ap-guangzhou' },
      { isHosted: true, region: 'ap-guangzhou', bucket: 'files-125' },
    ],
    [
      'Tencent Cloud, the app id not said twice',
      { category: tencent, bucketName: 'files-125', appId: '125', region: 'ap-beijing' },
      { bucket: 'files-125', region: 'ap-beijing' },
    ],
    [
      'Huawei Cloud, by path',
      { category: huawei, endpoint: 'https://obs.cn-north-4.myhuaweicloud.com', region: 'cn-north-4' },
      { isHosted: false, region: 'cn-north-4' },
    ],
    [
      'Amazon, with the bucket before the host',
      { category: amazon, endpoint: 'https://s3.us-west-2.amazonaws.com', region: 'us-west-2' },
      { isHosted: true, region: 'us-west-2' },
    ],
    ['another that calls itself Amazon, by path', { category: amazon, region: 'x' }, { isHosted: false, region: 'x' }],
  ])('%s', async (_what, more, told) => {
    expect(bucketOf(app, await made(more))).toMatchObject({ accessKey: 'key', secretKey: 'secret', ...told })
  })

  test('not at all, where its key was sealed elsewhere', async () => {
    const row = await made({ secretKey: encryptAtRest({ ...app.secrets, sm2: 'b2'.repeat(32) }, 'x', 'oss.secretKey') })
    expect(() => bucketOf(app, row)).toThrow(/cannot be opened/)
  })
})

describe('where the next file goes', () => {
  const somebody = (tenantId: string) => contextFor(app, person({ tenantId }))
  const placeIn = async (tenantId: string) => (await placeFor(await somebody(tenantId), null)).storageId

  test('to the disk while nothing is in use, or a local storage is', async () => {
    expect(await placeFor(await somebody('000000'), null)).toEqual({ storageId: null, files: app.files, domain: '' })
    await made({ category: local, status: 2 })
    expect(await placeIn('000000')).toBeNull()
  })

  test('to what is in use in the tenant, else to what the platform uses, never to another tenant’s', async () => {
    const [ours, theirs] = [await made({ status: 2 }), await made({ status: 2, tenantId: '000888' })]
    expect(await placeIn('000000')).toBe(ours.id)
    expect(await placeIn('000888')).toBe(theirs.id)
    expect(await placeIn('000999')).toBe(ours.id)
  })

  test('to one that was removed, never; what lies there is read from there all the same', async () => {
    const { id } = await made({ isDeleted: 1, tenantId: '000777' })
    const { ossCode } = await made({ tenantId: '000777' })
    await expect(placeFor(await somebody('000777'), ossCode)).rejects.toMatchObject({ code: 403 })
    expect(await placeIn('000777')).toBeNull()
    expect(await storeOf(app, id)).not.toBe(app.files)
    expect(await storeOf(app, null)).toBe(app.files)
  })

  test('over a connection that is kept until the row changes', async () => {
    const { id } = await made()
    const first = await storeOf(app, id)
    expect(await storeOf(app, id)).toBe(first)
    await db.updateTable('oss').set({ updateTime: '2030-01-01 00:00:00' }).where('id', '=', id).execute()
    expect(await storeOf(app, id)).not.toBe(first)
  })
})

/** The kinds of the dictionary are those the code knows. */
test('every kind of storage has its entry in the dictionary', async () => {
  const entries = await db.selectFrom('dict').select('dictKey').where('code', '=', 'oss').execute()
  const keys = entries.map(({ dictKey }) => Number(dictKey)).filter((key) => key > 0)
  expect(keys.sort()).toEqual(Object.values(storageKinds satisfies Record<string, NonNullable<Row['category']>>).sort())
})
