import type { Selectable } from 'kysely'
import { denied, Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { storageKinds } from '#contract/storage/oss.ts'
import type { Tables } from '../base/database/tables.ts'
import type { FileStore } from '../base/files/file-store.ts'
import { type Bucket, objectFiles } from '../base/files/object-store.ts'
import { perApp } from '../engine/cache.ts'
import { type App, type Ctx, hasPermission } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { decryptRowSecret } from './decrypt-row-secret.ts'

export type StorageRow = Selectable<Tables['oss']>

/** Where an upload is stored; without a storage id it is the server's own disk. */
export interface UploadTarget {
  readonly storageId: string | null
  readonly files: FileStore
  /** The public address of files that users see, never the one the server calls. */
  readonly domain: string
}

const { minio, aliyun, tencent, amazon } = storageKinds

/** The region to sign requests for, taken from the host names of the large providers: `oss-cn-hangzhou.aliyuncs.com`. */
const regionIn = (category: number, host: string) =>
  category === minio ? undefined : /\b([a-z]{2}-[a-z]{1,30}(?:-[a-z0-9]{1,30}){0,4}?)(?:-internal)?\./.exec(host)?.[1]

/** These services require the bucket in the host name (docs/decisions/0023). */
const isHosted = (category: number, host: string) =>
  category === aliyun || category === tencent || (category === amazon && host.endsWith('.amazonaws.com'))

/** The connection settings of a row's bucket. */
export const bucketOf = (app: App, row: StorageRow): Bucket => {
  const endpoint = row.endpoint ?? ''
  const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  const secretKey = decryptRowSecret(app, row.secretKey, 'oss.secretKey', row.ossCode)
  const appIdSuffix = row.appId && !row.bucketName?.endsWith(`-${row.appId}`) ? `-${row.appId}` : ''
  return {
    endpoint,
    secretKey,
    accessKey: row.accessKey ?? '',
    bucket: `${row.bucketName}${appIdSuffix}`,
    region: row.region || regionIn(row.category, host) || 'us-east-1',
    isHosted: isHosted(row.category, host),
  }
}

const isLocal = ({ category }: StorageRow) => category === storageKinds.local

type ObjectFiles = Awaited<ReturnType<typeof objectFiles>>
const connectionsOf = perApp(
  () => new Map<string, { readonly settings: string; readonly files: Promise<ObjectFiles> }>(),
)

/** Connections to a bucket are cached until its row changes. */
const bucketFiles = (app: App, row: StorageRow): Promise<ObjectFiles> => {
  const connectionsById = connectionsOf(app)
  const cached = connectionsById.get(row.id)
  const settings = JSON.stringify(row)
  if (cached?.settings === settings) return cached.files
  cached?.files.then(
    (files: ObjectFiles) => files.close(),
    () => {},
  )
  const files = (async () => objectFiles(bucketOf(app, row), app.env.outgoingHosts))()
  connectionsById.set(row.id, { settings, files })
  files.catch(() => connectionsById.delete(row.id))
  return files
}

/** The storage of an existing file. A removed row still works, so that its files stay readable. */
export const storeOf = async (app: App, storageId: string | null): Promise<FileStore> => {
  if (storageId === null) return app.files
  return bucketFiles(
    app,
    await app.db.selectFrom('oss').selectAll().where('id', '=', storageId).executeTakeFirstOrThrow(),
  )
}

/** The files of a storage with its current settings, in use or not. */
export const storeOfRow = async (app: App, row: StorageRow): Promise<FileStore> =>
  isLocal(row) ? app.files : bucketFiles(app, row)

const uploadTargetAt = async (app: App, row: StorageRow | undefined): Promise<UploadTarget> =>
  !row || isLocal(row)
    ? { storageId: null, files: app.files, domain: '' }
    : { storageId: row.id, files: await bucketFiles(app, row), domain: row.transformEndpoint ?? '' }

const storageRows = (app: App, tenants: readonly string[]) =>
  app.db.selectFrom('oss').selectAll().where('isDeleted', '=', 0).where('tenantId', 'in', tenants)

/** The storage in use in the caller's tenant, else that of the platform, else the server's own disk. */
const rowInUse = async ({ app, actor }: Ctx) => {
  const rows = await storageRows(app, [actor.tenantId, platformTenant]).where('status', '=', 2).execute()
  return rows.find(({ tenantId }) => tenantId === actor.tenantId) ?? rows[0]
}

/** Where to store the next file. Only callers with the permission `oss` may name a storage that is not in use, by its code. */
export const uploadTargetFor = async (ctx: Ctx, code: string | null | undefined): Promise<UploadTarget> => {
  const row = await rowInUse(ctx)
  if (!code || row?.ossCode === code) return uploadTargetAt(ctx.app, row)
  if (!hasPermission(ctx, 'oss')) throw denied()
  const requestedRow = await storageRows(ctx.app, [ctx.actor.tenantId]).where('ossCode', '=', code).executeTakeFirst()
  if (!requestedRow)
    throw new Fail(fill(['没有资源编号为“{0}”的存储', 'There is no storage with the code “{0}”'], code))
  return uploadTargetAt(ctx.app, requestedRow)
}
