import type { Readable } from 'node:stream'
import { text as textFrom } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sax from 'sax'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/** The value of a cell: a number if the sheet has one, else text. */
export type RawCell = string | number

export interface RawRow {
  /** Row number in the sheet, from 1. */
  readonly n: number
  readonly cells: readonly RawCell[]
}

/** The file is not a workbook, or exceeds a limit, as a malicious one would. */
export class Unreadable extends Error {}

/** Maximum bytes of all parts after unpacking; a workbook of ten thousand rows needs a twentieth of it. */
const maxUnpackedBytes = 200 * 1024 * 1024
const maxParts = 1000
const maxColumns = 200
/** Maximum bytes of a part that only refers to other parts. */
const maxSmallPartBytes = 1024 * 1024
/** Limits of one part (docs/decisions/0051); ten thousand rows of two hundred cells have some four million elements. */
const [maxElements, maxDepth, maxAttributes] = [5_000_000, 50, 100]
/** Maximum text of one cell, as in common spreadsheet programs, and of all cells together. */
const [maxCellLength, maxTextLength] = [32_767, 20_000_000]
const maxSharedTexts = 1_000_000

type Attributes = Readonly<Record<string, string>>
interface Listener {
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** Names without their namespace prefix: some programs write `x:row`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const assertAtMost = (count: number, max: number, what: string): void => {
  if (count > max) throw new Unreadable(`too ${what}`)
}

/** An incremental XML parser. Rejects document types, because entity expansion can make XML grow. */
const parserFor = ({ open, close, text }: Listener) => {
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

interface Package {
  /** Unpacks a part of at most `maxBytes`; the zip library enforces the declared size. */
  readonly read: (path: string, maxBytes?: number) => Promise<Readable | null>
}

const openPackage = async (bytes: Buffer): Promise<Package> => {
  const zip = await openZip(bytes, { lazyEntries: true })
  const parts = await partsOf(zip)
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)
  return {
    read: async (path, maxBytes = maxUnpackedBytes) => {
      const entry = parts.get(path)
      assertAtMost(entry?.uncompressedSize ?? 0, maxBytes, `large: ${path}`)
      return entry ? open(entry) : null
    },
  }
}

/** Attributes of all elements with this name in a small part. */
const elementsIn = async ({ read }: Package, path: string, elementName: string): Promise<Attributes[]> => {
  const part = await read(path, maxSmallPartBytes)
  const matches: Attributes[] = []
  if (!part) return matches
  const parser = parserFor({
    open: (name, attributes) => name === elementName && matches.push(attributes),
    close() {},
    text() {},
  })
  parser.write(await textFrom(part)).close()
  return matches
}

/** The path of the first visible sheet. */
const firstSheet = async (from: Package): Promise<string> => {
  const sheets = await elementsIn(from, 'xl/workbook.xml', 'sheet')
  const visibleSheet = sheets.find(({ state }) => state === undefined || state === 'visible')
  const id = Object.entries(visibleSheet ?? {}).find(([name]) => localName(name) === 'id' && name !== 'id')?.[1]
  const relations = await elementsIn(from, 'xl/_rels/workbook.xml.rels', 'Relationship')
  const target = relations.find(({ Id }) => Id === id)?.Target
  if (!target) throw new Unreadable('no sheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Texts that cells refer to by number, without phonetic readings. */
const sharedTexts = async ({ read }: Package): Promise<string[]> => {
  const texts: string[] = []
  const part = await read('xl/sharedStrings.xml')
  if (!part) return texts
  let [currentText, inText, inPhonetic, textLength] = ['', false, false, 0]
  const parser = parserFor({
    open: (name) => {
      if (name === 'si') currentText = ''
      if (name === 'rPh') inPhonetic = true
      if (name === 't') inText = !inPhonetic
    },
    close: (name) => {
      if (name === 'si') assertAtMost(texts.push(currentText), maxSharedTexts, 'many texts')
      if (name === 'rPh') inPhonetic = false
      if (name === 't') inText = false
    },
    text: (text) => {
      if (!inText) return
      currentText += text
      assertAtMost(currentText.length, maxCellLength, 'long a text')
      textLength += text.length
      assertAtMost(textLength, maxTextLength, 'much text')
    },
  })
  for await (const chunk of part.setEncoding('utf8')) parser.write(chunk as string)
  return texts
}

/** Zero-based column index of a cell: BC12 → 54. */
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

/** Collects the rows of a sheet during parsing. Many cells may share one long text, so their total length is limited. */
const rowListener = (shared: readonly string[], readyRows: RawRow[]): Listener => {
  let textLength = 0
  const countText = (value: RawCell): RawCell => {
    textLength += String(value).length
    assertAtMost(textLength, maxTextLength, 'much text')
    return value
  }
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
      if (name === 'c' && column >= 0 && column < maxColumns) row[column] = countText(cellValue(type, text, shared))
      if (name === 'row') readyRows.push({ n, cells: Array.from(row, (cell) => cell ?? '') })
    },
    text: (chunk) => {
      if (!inValue) return
      text += chunk
      assertAtMost(text.length, maxCellLength, 'long a text')
    },
  }
}

/** Yields the rows of the first visible sheet while they are unpacked. Throws if the file is not a valid workbook. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<RawRow> {
  const from = await openPackage(bytes)
  const sheet = await from.read(await firstSheet(from))
  if (!sheet) throw new Unreadable('no sheet')
  const readyRows: RawRow[] = []
  const parser = parserFor(rowListener(await sharedTexts(from), readyRows))
  for await (const chunk of sheet.setEncoding('utf8')) {
    parser.write(chunk as string)
    yield* readyRows.splice(0)
  }
}
