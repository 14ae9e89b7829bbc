import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import sax from 'sax'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/** The file is not a workbook, or exceeds a limit, as a malicious one would. */
export class Unreadable extends Error {}

/** Maximum bytes of all parts after unpacking; a workbook of ten thousand rows needs a twentieth of it. */
const maxUnpackedBytes = 200 * 1024 * 1024
const maxParts = 1000
/** Maximum bytes of a part that only refers to other parts. */
const maxSmallPartBytes = 1024 * 1024
/** Limits of one part (docs/decisions/0051); ten thousand rows of two hundred cells have some four million elements. */
const [maxElements, maxDepth, maxAttributes] = [5_000_000, 50, 100]

export type Attributes = Readonly<Record<string, string>>
export interface Listener {
  readonly open: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Names without their namespace prefix: some programs write `x:row`. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const assertAtMost = (count: number, max: number, what: string): void => {
  if (count > max) throw new Unreadable(`too ${what}`)
}

/** An attribute of the type xsd:boolean. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

const nothing = () => {}

/** An incremental XML parser. Rejects document types, because entity expansion can make XML grow. */
const parserFor = ({ open, close = nothing, text = nothing }: Listener) => {
  const parser = sax.parser(true, {})
  let [elements, depth, attributeCount] = [0, 0, 0]
  parser.onopentagstart = () => {
    attributeCount = 0
    assertAtMost(++elements, maxElements, 'many elements')
    assertAtMost(++depth, maxDepth, 'deep')
  }
  parser.onattribute = () => assertAtMost(++attributeCount, maxAttributes, 'many attributes')
  parser.onopentag = ({ name, attributes }) => open(localName(name), attributes as Attributes)
  parser.onclosetag = (name) => {
    depth--
    close(localName(name))
  }
  parser.ontext = text
  parser.oncdata = text
  parser.ondoctype = () => {
    throw new Unreadable('a document type')
  }
  parser.onerror = (error) => {
    throw new Unreadable(error.message)
  }
  return parser
}

const openZip = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(yauzl.fromBuffer as never)

/** The entries of a zip package by path. */
const partsOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  const parts = new Map<string, Entry>()
  let unpacked = 0
  await new Promise<void>((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (parts.size >= maxParts || unpacked > maxUnpackedBytes) return fail(new Unreadable('too large once unpacked'))
      parts.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', done)
    zip.once('error', fail)
    zip.readEntry()
  })
  return parts
}

/** The parts of a workbook. */
export interface Package {
  /** Parses a part while it is unpacked, and yields after each piece; null if there is no such part. */
  readonly parse: (path: string, listener: Listener) => AsyncGenerator<void> | null
  /** Parses a part that only refers to other parts; it may be absent. */
  readonly parseSmall: (path: string, listener: Listener) => Promise<void>
}

export const openPackage = async (bytes: Buffer): Promise<Package> => {
  const zip = await openZip(bytes, { lazyEntries: true })
  const parts = await partsOf(zip)
  // the zip library enforces the declared size of a part
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)
  const parsing = async function* (entry: Entry, listener: Listener) {
    const parser = parserFor(listener)
    for await (const chunk of (await open(entry)).setEncoding('utf8')) {
      parser.write(chunk as string)
      yield
    }
    parser.close()
  }
  const parse = (path: string, listener: Listener) => {
    const entry = parts.get(path)
    return entry ? parsing(entry, listener) : null
  }
  return {
    parse,
    parseSmall: async (path, listener) => {
      assertAtMost(parts.get(path)?.uncompressedSize ?? 0, maxSmallPartBytes, `large: ${path}`)
      for await (const _ of parse(path, listener) ?? []);
    },
  }
}
