import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { cleanUp } from './cleanup.ts'
import { unpackDebianPackage } from './debian-package.ts'

/** An independent S3 service: OpenStack Swift from Debian. */
export interface ObjectStore {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  /** Creates a bucket. */
  readonly bucket: (name: string) => Promise<void>
  /** The keys of the objects in a bucket. */
  readonly keys: (bucket: string) => Promise<string[]>
  /** The number of multipart uploads in a bucket that were neither completed nor aborted. */
  readonly unfinished: (bucket: string) => Promise<number>
  /** Stops the service; its address then refuses connections. */
  readonly stop: () => Promise<void>
}

/** The environment in which Python finds Swift. */
type PythonEnv = Readonly<Record<string, string>>

const packageName = 'python3-swift'

const python = (root: string) => {
  const unpackedPath = join(root, 'usr/bin/python3')
  return existsSync(unpackedPath) ? unpackedPath : '/usr/bin/python3'
}

const canRun = (env: PythonEnv, root = ''): boolean => {
  try {
    execFileSync(python(root), ['-c', 'import swift.proxy.server, swift.common.middleware.s3api'], {
      env: { ...process.env, ...env },
      stdio: 'pipe',
    })
    return true
  } catch {
    return false
  }
}

/** Swift of the machine, else the one in the cache. */
const findSwift = (): { command: string; env: PythonEnv } => {
  const systemPython = { command: '/usr/bin/python3', env: {} }
  if (canRun({})) return systemPython
  const { root, libraryPath } = unpackDebianPackage(packageName, 'Object storage is tested on OpenStack Swift')
  const env = { PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'), LD_LIBRARY_PATH: libraryPath }
  if (!canRun(env, root))
    throw new Error(`OpenStack Swift does not run from ${root}; remove that folder to fetch it anew.`)
  return { command: python(root), env }
}

const [accessKey, secretKey] = ['keeper:files', 'not-a-secret']

/** Starts a service for this test file; it ends with the file. */
export const openObjectStore = async (): Promise<ObjectStore> => {
  const { command, env } = findSwift()
  const home = mkdtempSync(join(tmpdir(), 'objects-'))
  const script = join(import.meta.dirname, 'object-store.py')
  const child = spawn(command, [script, home, accessKey, secretKey], {
    env: { ...process.env, ...env, PYTHONWARNINGS: 'ignore' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-4000)
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await exit
  }
  cleanUp(async () => {
    await stop()
    rmSync(home, { recursive: true, force: true })
  })
  const [port] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exit.then(() => Promise.reject(new Error(`OpenStack Swift ended before it listened: ${errorOutput}`))),
  ])) as [string]
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  return {
    endpoint,
    accessKey,
    secretKey,
    stop,
    bucket: async (Bucket) => void (await client.send(new CreateBucketCommand({ Bucket }))),
    keys: async (Bucket) =>
      ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => String(Key)).sort(),
    unfinished: async (Bucket) =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).length,
  }
}
