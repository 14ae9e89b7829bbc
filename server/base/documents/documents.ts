import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import type { Lang } from '#contract/kit/text.ts'
import type { Answer, Order } from './document-worker.ts'

export const pdfType = 'application/pdf'

/** The kinds of documents; each has a template of its name in `server/documents`. */
export type Template = 'report' | 'declaration' | 'matter' | 'recommendation-list' | 'recommendation-letter' | 'minutes'

/** What each document has besides the data of its kind. */
export interface DocumentData {
  readonly lang: Lang
  readonly title: string
  /** yyyy-MM-dd HH:mm:ss, the time of its data: the same data gives the same bytes. */
  readonly at: string
}

export interface DocumentLimits {
  readonly milliseconds: number
  /** Of memory; on systems other than Linux the size of the data alone bounds it. */
  readonly megabytes: number
  /** Documents that people wait for, besides the one that is being set. */
  readonly waiting: number
  /** After this time without a document the process ends. */
  readonly idleMs: number
}

/** A table of 20,000 cells takes some 5 seconds and 600 MB. */
export const documentLimits: DocumentLimits = { milliseconds: 60_000, megabytes: 1500, waiting: 10, idleMs: 60_000 }

const tooMany = () =>
  new Fail(['正在生成的文件较多，请稍后再试', 'Many documents are being produced; please try again shortly'], 503)
/** A document that would take too much. */
export const tooLarge = () =>
  new Fail([
    '内容过多，未能生成 PDF，请缩小范围，或导出 xlsx、csv',
    'There is too much for a PDF; please narrow the filters, or export xlsx or csv',
  ])

const isSource = import.meta.filename.endsWith('.ts')
const templates = join(import.meta.dirname, isSource ? '../../documents' : 'documents')

/** Only the product's own fonts: what the machine has would change documents. */
const environment = (fontDir: string | null): NodeJS.ProcessEnv => ({
  FONTCONFIG_FILE: join(templates, 'fonts.conf'),
  // the other core is for requests
  RAYON_NUM_THREADS: '1',
  ...(fontDir ? { FONT_DIR: fontDir } : {}),
  ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}),
})

/**
 * Starts the process that sets documents. It is no thread: a thread cannot be ended while it is in the library, its memory stays after it, and
 * a fault in the library would end the server.
 */
const startProcess = (fontDir: string | null, { megabytes }: DocumentLimits): ChildProcess => {
  const worker = join(import.meta.dirname, isSource ? 'document-worker.ts' : 'document-worker.js')
  const args = [...(isSource ? ['--import', 'tsx'] : []), worker, templates]
  const options: SpawnOptions = {
    env: environment(fontDir),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  }
  if (process.platform !== 'linux') return spawn(process.execPath, args, options)
  const script = `ulimit -c 0; ulimit -d ${megabytes * 1024}; exec "$0" "$@"`
  return spawn('/bin/sh', ['-c', script, process.execPath, ...args], options)
}

/** Resolves to the answer of the process; ends the process if it does not come in time. */
const ask = (child: ChildProcess, order: Order, milliseconds: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
    let words = ''
    const onWords = (part: Buffer) => {
      words = `${words}${part}`.slice(-2000)
    }
    child.stderr?.on('data', onWords)
    const settle = <T>(act: (value: T) => void) =>
      function settled(value: T) {
        clearTimeout(timer)
        child.stderr?.off('data', onWords)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
        act(value)
      }
    const onMessage = settle<Answer>(resolve)
    const onExit = settle<number | null>((code) => {
      // what ends by a signal has had no memory or no time left
      reject(code === null ? tooLarge() : new Error(`The process of documents ended with ${code}: ${words}`))
    })
    const onError = settle<Error>(reject)
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(order)
  })

/** Documents on paper: data set in a template as PDF, one at a time. */
export interface Documents {
  /** Throws 503 if many wait already, unless it is in the background, and 400 if it takes too much time or memory. */
  readonly pdfOf: <D extends DocumentData>(template: Template, data: D, isBackground?: boolean) => Promise<Buffer>
  readonly close: () => void
}

/** `fontDir` has fonts of the office, for characters that those of the product lack. */
export const createDocuments = (fontDir: string | null, limits: DocumentLimits = documentLimits): Documents => {
  let child: ChildProcess | null = null
  let [waiting, last]: [number, Promise<unknown>] = [0, Promise.resolve()]
  let idle: NodeJS.Timeout | undefined
  const close = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  const running = (): ChildProcess => {
    clearTimeout(idle)
    if (child) return child
    const started = startProcess(fontDir, limits)
    started.unref()
    started.channel?.unref()
    // what it says of its end is part of the error, not of the server's log; read also while nobody waits
    if (started.stderr instanceof Socket) started.stderr.unref().resume()
    started.once('exit', () => {
      if (child === started) child = null
    })
    child = started
    return started
  }
  const compile = async (order: Order): Promise<Buffer> => {
    const { bytes, fault } = await ask(running(), order, limits.milliseconds).finally(() => {
      idle = setTimeout(close, limits.idleMs).unref()
    })
    if (!bytes) throw new Error(`The document ${order.template} could not be set: ${fault}`)
    return Buffer.from(bytes)
  }
  const pdfOf: Documents['pdfOf'] = async (template, data, isBackground = false) => {
    if (!isBackground && waiting > limits.waiting) throw tooMany()
    waiting += isBackground ? 0 : 1
    const document = last.then(() => compile({ template, data }))
    last = document
      .catch(() => undefined)
      .finally(() => {
        waiting -= isBackground ? 0 : 1
      })
    return document
  }
  return { pdfOf, close }
}
