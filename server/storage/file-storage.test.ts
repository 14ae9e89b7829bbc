import type { Selectable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storageKinds } from '#contract/storage/oss.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor, person } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { encryptAtRest } from '../base/crypto/encryption-at-rest.ts'
import type { Tables } from '../base/database/tables.ts'
import { bucketOf, storeOf, uploadTargetFor } from './file-storage.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

let serial = 0

type Row = Selectable<Tables['oss']>
const { minio, qiniu, aliyun, tencent, huawei, amazon, local } = storageKinds

const addStorage = async (more: Partial<Row> & Record<string, unknown> = {}): Promise<Row> => {
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

describe('the connection to a bucket', () => {
  test.each<[string, Parameters<typeof addStorage>[0], object]>([
    [
      'of MinIO is by path, in a fixed region',
      { category: minio },
      { isHosted: false, region: 'us-east-1', bucket: 'files' },
    ],
    [
      'of Qiniu is by path, in the region of the endpoint',
      { category: qiniu, endpoint: 'https://s3.cn-east-1.qiniucs.com' },
      { isHosted: false, region: 'cn-east-1' },
    ],
    [
      'of Alibaba Cloud has the bucket in the host name',
      { category: aliyun, endpoint: 'https://s3.oss-cn-hangzhou-internal.aliyuncs.com' },
      { isHosted: true, region: 'cn-hangzhou' },
    ],
    [
      'of Tencent Cloud has the app id at the end of the bucket',
      { category: tencent, endpoint: 'https://cos.ap-guangzhou.myqcloud.com', appId: '125', region: 'ap-guangzhou' },
      { isHosted: true, region: 'ap-guangzhou', bucket: 'files-125' },
    ],
    [
      'of Tencent Cloud does not repeat the app id',
      { category: tencent, bucketName: 'files-125', appId: '125', region: 'ap-beijing' },
      { bucket: 'files-125', region: 'ap-beijing' },
    ],
    [
      'of Huawei Cloud is by path',
      { category: huawei, endpoint: 'https://obs.cn-north-4.myhuaweicloud.com', region: 'cn-north-4' },
      { isHosted: false, region: 'cn-north-4' },
    ],
    [
      'of Amazon has the bucket in the host name',
      { category: amazon, endpoint: 'https://s3.us-west-2.amazonaws.com', region: 'us-west-2' },
      { isHosted: true, region: 'us-west-2' },
    ],
    [
      'of another service set as Amazon is by path',
      { category: amazon, region: 'x' },
      { isHosted: false, region: 'x' },
    ],
  ])('%s', async (_what, more, expected) => {
    expect(bucketOf(app, await addStorage(more))).toMatchObject({ accessKey: 'key', secretKey: 'secret', ...expected })
  })

  test('is not possible if its key was encrypted with another key', async () => {
    const row = await addStorage({
      secretKey: encryptAtRest({ ...app.secrets, sm2: 'b2'.repeat(32) }, 'x', 'oss.secretKey'),
    })
    expect(() => bucketOf(app, row)).toThrow(/cannot be decrypted/)
  })
})

describe('the storage of the next file', () => {
  const contextOf = (tenantId: string) => contextFor(app, person({ tenantId }))
  const targetIn = async (tenantId: string) => (await uploadTargetFor(await contextOf(tenantId), null)).storageId

  test('is the disk if no storage, or a local one, is in use', async () => {
    expect(await uploadTargetFor(await contextOf('000000'), null)).toEqual({
      storageId: null,
      files: app.files,
      domain: '',
    })
    await addStorage({ category: local, status: 2 })
    expect(await targetIn('000000')).toBeNull()
  })

  test('is the one in use in the tenant, else that of the platform, never that of another tenant', async () => {
    const [platformStorage, tenantStorage] = [
      await addStorage({ status: 2 }),
      await addStorage({ status: 2, tenantId: '000888' }),
    ]
    expect(await targetIn('000000')).toBe(platformStorage.id)
    expect(await targetIn('000888')).toBe(tenantStorage.id)
    expect(await targetIn('000999')).toBe(platformStorage.id)
  })

  test('is never a removed one, from which files can still be read', async () => {
    const { id } = await addStorage({ isDeleted: 1, tenantId: '000777' })
    const { ossCode } = await addStorage({ tenantId: '000777' })
    await expect(uploadTargetFor(await contextOf('000777'), ossCode)).rejects.toMatchObject({ code: 403 })
    expect(await targetIn('000777')).toBeNull()
    expect(await storeOf(app, id)).not.toBe(app.files)
    expect(await storeOf(app, null)).toBe(app.files)
  })

  test('has a connection that is reused until its row changes', async () => {
    const { id } = await addStorage()
    const first = await storeOf(app, id)
    expect(await storeOf(app, id)).toBe(first)
    await db.updateTable('oss').set({ updateTime: '2030-01-01 00:00:00' }).where('id', '=', id).execute()
    expect(await storeOf(app, id)).not.toBe(first)
  })
})

test('every kind of storage has its entry in the dictionary', async () => {
  const entries = await db.selectFrom('dict').select('dictKey').where('code', '=', 'oss').execute()
  const keys = entries.map(({ dictKey }) => Number(dictKey)).filter((key) => key > 0)
  expect(keys.sort()).toEqual(Object.values(storageKinds satisfies Record<string, NonNullable<Row['category']>>).sort())
})
