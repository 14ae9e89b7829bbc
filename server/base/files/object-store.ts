import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { connectionOptionsFor } from '../http/outgoing.ts'
import { type FileStore, measureStream } from './file-store.ts'

/** A bucket of an S3-compatible service. */
export interface Bucket {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** The bucket is part of the host name, not the first segment of the path. */
  readonly isHosted: boolean
}

/** An error of the service or of the connection to it; `cause` is the original error. */
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
    // few other services support the checksums that Amazon added recently
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

/** Prefix of all platform files, because the bucket may be shared with other systems. */
const uploadPrefix = 'upload/'

const isAbsent = (error: unknown) => error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

const fault = (error: unknown) => {
  throw new StoreFault(error)
}

/**
 * Files in a bucket, uploaded in parts of 5 MB. Two parts are in memory at a time: one is sent, one is received. A part that
 * fails removes the earlier ones. Throws StoreFault for an error of the service, Unreachable for a forbidden address.
 */
export const objectFiles = async (
  at: Bucket,
  trusted: readonly string[],
  prefix = uploadPrefix,
): Promise<FileStore & { close(): void; list(): Promise<Set<string>> }> => {
  const sdk = await load()
  const [s3, { Upload }] = sdk
  const client = clientFor(sdk, at, trusted)
  const place = (name: string) => ({ Bucket: at.bucket, Key: prefix + name })
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
    /** The names of all files under the prefix. */
    list: async () => {
      const names = new Set<string>()
      for (let next: string | undefined; ; ) {
        const page = await client
          .send(new s3.ListObjectsV2Command({ Bucket: at.bucket, Prefix: prefix, ContinuationToken: next }))
          .catch(fault)
        for (const { Key = '' } of page.Contents ?? []) names.add(Key.slice(prefix.length))
        next = page.NextContinuationToken
        if (!next) return names
      }
    },
    close: () => client.destroy(),
  }
}
