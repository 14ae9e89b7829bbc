import { Fail } from '#contract/kit/fail.ts'
import { readExactly } from '../base/crypto/read-exactly.ts'

/** A named part of a backup. Its bytes are read once, in the order of the parts. */
export interface Part {
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
}

/** A part is a frame with its name and frames with its bytes; a frame is its kind, its length and its content. */
const kinds = { name: 1, bytes: 2 } as const
const frameBytes = 5
/** No frame that we write is longer; a length beyond it is not one of ours. */
const maxFrameBytes = 16 * 1024 * 1024

const frame = (kind: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(frameBytes)
  head[0] = kind
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

export const writeParts = async function* (parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of parts) {
    yield frame(kinds.name, Buffer.from(name))
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length; at += maxFrameBytes)
        yield frame(kinds.bytes, chunk.subarray(at, at + maxFrameBytes))
  }
}

const unreadable = () =>
  new Fail(['备份的内容无法识别，可能由更新的版本生成', 'The backup cannot be read; a newer version may have made it'])

const framesOf = async function* (from: AsyncIterable<Buffer>) {
  const reader = readExactly(from)
  for (;;) {
    const head = await reader.read(frameBytes)
    if (!head) return
    const length = head.readUInt32BE(1)
    const content = length <= maxFrameBytes ? await reader.read(length) : null
    if (!content) throw unreadable()
    yield { kind: head[0], content }
  }
}

/** The parts of a stream; what a reader leaves of one is skipped. */
export const readParts = async function* (from: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const frames = framesOf(from)
  let current = await frames.next()
  const bytesOfPart = async function* () {
    for (; !current.done && current.value.kind === kinds.bytes; current = await frames.next())
      yield current.value.content
  }
  while (!current.done) {
    if (current.value.kind !== kinds.name) throw unreadable()
    const name = current.value.content.toString()
    current = await frames.next()
    yield { name, bytes: bytesOfPart() }
    for await (const _ of bytesOfPart());
  }
}

/** A part that is one JSON value. */
export const jsonPart = (name: string, value: unknown): Part => ({
  name,
  bytes: (async function* () {
    yield Buffer.from(JSON.stringify(value))
  })(),
})

export const readJson = async <T>({ bytes }: Part): Promise<T> => {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()) as T
}

/** The lines of a stream, without their ends. */
export const linesOf = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = rest.length ? Buffer.concat([rest, chunk]) : chunk
    const end = all.lastIndexOf(10)
    rest = all.subarray(end + 1)
    if (end >= 0) yield* all.subarray(0, end).toString().split('\n')
  }
  if (rest.length) yield rest.toString()
}
