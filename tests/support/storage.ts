import { oss, storageKinds } from '#contract/storage/oss.ts'
import { openObjectStore } from './object-store.ts'
import { openPlatform } from './platform.ts'
import { createEnterprise } from './scenario.ts'
import { uploaderFor } from './uploads.ts'

/** A platform, an S3 service, and a company whose files are stored there. */
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
  /** Creates a storage with a new bucket. */
  const newStorage = async (more: object = {}) => {
    const input = settings(`files${serial + 1}`, more)
    await store.bucket(`files${serial}`)
    const { id } = await admin.get(oss.calls.submit, input)
    return { ...input, id }
  }
  const enable = (id: string) => admin.get(oss.calls.enable, { id })
  const createEnabled = async () => {
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
    createEnabled,
    send: uploaderFor(company),
    /** The stored files in the database and in a bucket. */
    storedFiles: async (bucket: string) => ({
      rows: (await platform.db.selectFrom('attach').select('id').execute()).length,
      arriving: (await platform.db.selectFrom('arrivingFile').select('name').execute()).length,
      keys: await store.keys(bucket),
      unfinished: await store.unfinished(bucket),
    }),
  }
}
