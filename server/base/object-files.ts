import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { type FileStore, measureStream } from './files.ts'
import { connectionOptionsFor } from './outgoing.ts'

/** A bucket at a service that speaks S3. */
export interface Bucket {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** The bucket stands in the name of the host, rather than at the beginning of the path. */
  readonly isHosted: boolean
}

/** What went wrong at the service, or on the way to it; `cause` is its own error. */
export class StoreFault extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause })
  }
}

const partSize = 5 * 1024 * 1024
const [connectTimeoutMs, idleTimeoutMs] = [5000, 60_000]

const load = () => Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
type Sdk = Awaited<ReturnType<typeof load>>

const clientFor = ([{ S3Client }]: Sdk, at: Bucket, trusted: readonly string[]): S3Client => {
  const agentOptions = { ...connectionOptionsFor(new URL(at.endpoint), trusted), keepAlive: true }
  return new S3Client({
    endpoint: at.endpoint,
    region: at.region,
    forcePathStyle: !at.isHosted,
    maxAttempts: 2,
    credentials: { accessKeyId: at.accessKey, secretAccessKey: at.secretKey },
    // the checksums Amazon added of late are known to few of the others
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: new PlainAgent(agentOptions),
      httpsAgent: new SecureAgent(agentOptions),
    },
  })
}

/** Below this stands everything the platform keeps in a bucket it may share with others. */
const keyOf = (name: string) => `upload/${name}`

const isAbsent = (error: unknown) => error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

const fault = (error: unknown) => {
  throw new StoreFault(error)
}

/**
 * Files in a bucket, in parts of 5 MB, of which two are in memory at a time: one on its way, one that comes in. A part that fails
 * takes back those before it. Throws StoreFault for what the service refuses, Unreachable for an address that must not be called.
 */
export const objectFiles = async (at: Bucket, trusted: readonly string[]): Promise<FileStore & { close(): void }> => {
  const sdk = await load()
  const [s3, { Upload }] = sdk
  const client = clientFor(sdk, at, trusted)
  const place = (name: string) => ({ Bucket: at.bucket, Key: keyOf(name) })
  const remove = async (name: string) => {
    await client.send(new s3.DeleteObjectCommand(place(name))).catch(fault)
  }
  return {
    put: async (name, from, limit) => {
      const measured = measureStream(from, limit)
      const params = { ...place(name), Body: Readable.from(measured.bytes), ContentType: 'application/octet-stream' }
      try {
        await new Upload({ client, params, partSize, queueSize: 1 }).done()
      } catch (error) {
        if (measured.isTooLong()) return null
        throw measured.fault() ?? new StoreFault(error)
      }
      return measured.resultFor(name)
    },
    read: async (name) => {
      const response = await client.send(new s3.GetObjectCommand(place(name))).catch((error: unknown) => {
        if (isAbsent(error)) return null
        throw new StoreFault(error)
      })
      return (response?.Body as Readable | undefined) ?? null
    },
    remove,
    clear: async (name) => {
      const { Bucket, Key } = place(name)
      const { Uploads = [] } = await client
        .send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
        .catch(fault)
      for (const { UploadId } of Uploads)
        await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(fault)
      await remove(name)
    },
    close: () => client.destroy(),
  }
}
