import { oss, storageKinds } from '#contract/storage/oss.ts'
import { openObjectStore } from './object-store.ts'
import { openPlatform } from './platform.ts'
import { createEnterprise } from './scenario.ts'
import { uploaderFor } from './uploads.ts'

/** A platform, a service that speaks S3 beside it, and a company whose files go there. */
export const openStorages = async () => {
  const platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  const store = await openObjectStore()
  const admin = await platform.admin()
  const company = await createEnterprise(platform)

  let serial = 0
  const newCode = () => `s${++serial}`
  const settings = (bucketName: string, more: object = {}) => ({
    category: storageKinds.minio,
    ossCode: newCode(),
    endpoint: store.endpoint,
    bucketName,
    accessKey: store.accessKey,
    secretKey: store.secretKey,
    ...more,
  })
  /** A storage with a bucket of its own. */
  const newStorage = async (more: object = {}) => {
    const input = settings(`files${serial + 1}`, more)
    await store.bucket(`files${serial}`)
    const { id } = await admin.get(oss.calls.submit, input)
    return { ...input, id }
  }
  const enable = (id: string) => admin.get(oss.calls.enable, { id })
  const inUse = async () => {
    const storage = await newStorage()
    await enable(storage.id)
    return storage
  }
  return {
    platform,
    store,
    admin,
    company,
    newCode,
    settings,
    newStorage,
    enable,
    inUse,
    send: uploaderFor(company),
    /** What is there of files: in the database and in a bucket. */
    storedFiles: async (bucket: string) => ({
      rows: (await platform.db.selectFrom('attach').select('id').execute()).length,
      arriving: (await platform.db.selectFrom('arrivingFile').select('name').execute()).length,
      keys: await store.keys(bucket),
      unfinished: await store.unfinished(bucket),
    }),
  }
}
