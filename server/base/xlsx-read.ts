import type { Readable } from 'node:stream'
import { text as textFrom } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sax from 'sax'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/** A cell as it was read: a number where the sheet has one, else its words. */
export type RawCell = string | number

export interface RawRow {
  /** As the sheet counts, from 1. */
  readonly n: number
  readonly cells: readonly RawCell[]
}

/** No workbook, or one that is made to do harm. */
export class Unreadable extends Error {}

/** Bytes all parts may have once they are unpacked; a workbook of ten thousand rows has a twentieth of it. */
const mostUnpacked = 200 * 1024 * 1024
const mostParts = 1000
const mostColumns = 200

type Attributes = Readonly<Record<string, string>>
interface Listener {
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** Names without their prefix: some programs write `x:row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** A parser that is fed piece by piece. Document types are refused: they are how XML is made to grow (security rule 20). */
const parserFor = ({ open, close, text }: Listener) => {
  const parser = sax.parser(true, {})
  parser.onopentag = ({ name, attributes }) => open(local(name), attributes as Attributes)
  parser.onclosetag = (name) => close(local(name))
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

/** The parts of a package by their paths. */
const partsOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  const parts = new Map<string, Entry>()
  let unpacked = 0
  await new Promise<void>((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (parts.size >= mostParts || unpacked > mostUnpacked) return fail(new Unreadable('too large once unpacked'))
      parts.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', done)
    zip.once('error', fail)
    zip.readEntry()
  })
  return parts
}

interface Package {
  /** Unpacks a part; the library sees to it that it is no longer than it says. */
  readonly read: (path: string) => Promise<Readable | null>
}

const openPackage = async (bytes: Buffer): Promise<Package> => {
  const zip = await openZip(bytes, { lazyEntries: true })
  const parts = await partsOf(zip)
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)
  return {
    read: async (path) => {
      const entry = parts.get(path)
      return entry ? open(entry) : null
    },
  }
}

/** Elements of a small part with their attributes. */
const elementsIn = async ({ read }: Package, path: string, wanted: string): Promise<Attributes[]> => {
  const part = await read(path)
  const found: Attributes[] = []
  if (!part) return found
  const parser = parserFor({
    open: (name, attributes) => name === wanted && found.push(attributes),
    close() {},
    text() {},
  })
  parser.write(await textFrom(part)).close()
  return found
}

/** The path of the first sheet that is shown. */
const firstSheet = async (from: Package): Promise<string> => {
  const sheets = await elementsIn(from, 'xl/workbook.xml', 'sheet')
  const shown = sheets.find(({ state }) => state === undefined || state === 'visible')
  const id = Object.entries(shown ?? {}).find(([name]) => local(name) === 'id' && name !== 'id')?.[1]
  const relations = await elementsIn(from, 'xl/_rels/workbook.xml.rels', 'Relationship')
  const target = relations.find(({ Id }) => Id === id)?.Target
  if (!target) throw new Unreadable('no sheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Texts that cells name by number; how they are to be spoken is left out. */
const sharedTexts = async ({ read }: Package): Promise<string[]> => {
  const texts: string[] = []
  const part = await read('xl/sharedStrings.xml')
  if (!part) return texts
  let [now, inText, aside] = ['', false, false]
  const parser = parserFor({
    open: (name) => {
      if (name === 'si') now = ''
      if (name === 'rPh') aside = true
      if (name === 't') inText = !aside
    },
    close: (name) => {
      if (name === 'si') texts.push(now)
      if (name === 'rPh') aside = false
      if (name === 't') inText = false
    },
    text: (text) => {
      if (inText) now += text
    },
  })
  for await (const piece of part.setEncoding('utf8')) parser.write(piece as string)
  return texts
}

/** BC12 → 54. */
const columnOf = (at: string): number => {
  let n = 0
  for (const char of at.replace(/\d+$/, '')) n = n * 26 + char.charCodeAt(0) - 64
  return n - 1
}

const cellValue = (type: string, text: string, shared: readonly string[]): RawCell => {
  if (type === 's') return shared[Number(text)] ?? ''
  if (type === 'n' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  return text
}

/** Gathers the rows of a sheet while it is parsed. */
const gatherer = (shared: readonly string[], ready: RawRow[]): Listener => {
  let [row, n, column, type, text, inValue]: [RawCell[], number, number, string, string, boolean] = [
    [],
    0,
    0,
    'n',
    '',
    false,
  ]
  return {
    open: (name, attributes) => {
      if (name === 'row') [row, n, column] = [[], Number(attributes.r ?? n + 1), -1]
      if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1
        ;[type, text] = [attributes.t ?? 'n', '']
      }
      if (name === 'v' || name === 't') inValue = true
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'c' && column >= 0 && column < mostColumns) row[column] = cellValue(type, text, shared)
      if (name === 'row') ready.push({ n, cells: Array.from(row, (cell) => cell ?? '') })
    },
    text: (piece) => {
      if (inValue) text += piece
    },
  }
}

/** The rows of the first sheet of a workbook, as they are unpacked. Throws what is no workbook. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<RawRow> {
  const from = await openPackage(bytes)
  const sheet = await from.read(await firstSheet(from))
  if (!sheet) throw new Unreadable('no sheet')
  const ready: RawRow[] = []
  const parser = parserFor(gatherer(await sharedTexts(from), ready))
  for await (const piece of sheet.setEncoding('utf8')) {
    parser.write(piece as string)
    yield* ready.splice(0)
  }
}
