import type { Workbook } from './xlsx-cell.ts'
import {
  type Attributes,
  assertAtMost,
  isTrue,
  type Listener,
  localName,
  type Package,
  Unreadable,
} from './xlsx-package.ts'
import { type Display, displayOfFormat } from './xlsx-styles.ts'
import { decodeText } from './xlsx-text.ts'

/** Maximum text of one cell, as in common spreadsheet programs, and of all cells together. */
const [maxCellLength, maxTextLength] = [32_767, 20_000_000]
/** Characters of the longest escape (22.9.2.19) of one character. */
const maxEscapeLength = 7
const maxSharedTexts = 1_000_000

/** Throws if the texts of a part are too long together: many cells may share one long text. */
export const textBudget = () => {
  let total = 0
  return (text: string): string => {
    assertAtMost(text.length, maxCellLength, 'long a text')
    total += text.length
    assertAtMost(total, maxTextLength, 'much text')
    return text
  }
}

/** Collects the text inside elements of these names, without the readings (rPh) that some languages add. */
export const textCollector = (...names: readonly string[]) => {
  let [collected, isInside, isReading] = ['', false, false]
  const listener = {
    open: (name: string) => {
      if (name === 'rPh') isReading = true
      if (names.includes(name)) isInside = !isReading
    },
    close: (name: string) => {
      if (name === 'rPh') isReading = false
      if (names.includes(name)) isInside = false
    },
    text: (text: string) => {
      if (!isInside) return
      collected += text
      assertAtMost(collected.length, maxCellLength * maxEscapeLength, 'long a text')
    },
  } satisfies Listener
  // XML reads both forms as a line feed; a carriage return that is meant has an escape
  const take = (): string => {
    const text = collected.includes('\r') ? collected.replace(/\r\n?/g, '\n') : collected
    collected = ''
    return text
  }
  return { ...listener, take }
}

/** Attributes of all elements with this name in a small part. */
const elementsIn = async (from: Package, path: string, elementName: string): Promise<Attributes[]> => {
  const matches: Attributes[] = []
  await from.parseSmall(path, { open: (name, attributes) => name === elementName && matches.push(attributes) })
  return matches
}

/** Reads a part whole; one that is absent has no content. */
const readWhole = async (from: Package, path: string, listener: Listener): Promise<void> => {
  for await (const _ of from.parse(path, listener) ?? []);
}

/** Texts that cells refer to by number. */
const sharedTexts = async (from: Package, path: string): Promise<string[]> => {
  const texts: string[] = []
  const collector = textCollector('t')
  const checked = textBudget()
  await readWhole(from, path, {
    ...collector,
    close: (name) => {
      collector.close(name)
      if (name === 'si') assertAtMost(texts.push(checked(decodeText(collector.take()))), maxSharedTexts, 'many texts')
    },
  })
  return texts
}

/** How the numbers of each style are shown (18.8.10, 18.8.30). */
const styles = async (from: Package, path: string): Promise<Display[]> => {
  const codes = new Map<number, string>()
  const formatIds: number[] = []
  let isInCellFormats = false
  await readWhole(from, path, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') isInCellFormats = true
      if (name === 'numFmt') codes.set(Number(numFmtId), decodeText(formatCode ?? ''))
      if (name === 'xf' && isInCellFormats) formatIds.push(Number(numFmtId ?? 0))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false
    },
  })
  return formatIds.map((id) => displayOfFormat(id, codes))
}

const workbookPath = 'xl/workbook.xml'

/** Paths of the parts that the workbook refers to, by the last word of their type, and by the id of the reference. */
const relatedParts = async (from: Package) => {
  const relations = await elementsIn(from, 'xl/_rels/workbook.xml.rels', 'Relationship')
  const pathOf = (target: string | undefined) =>
    target && (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`)
  return {
    byId: (id: string | undefined) => pathOf(relations.find(({ Id }) => Id === id)?.Target),
    byType: (type: string) => pathOf(relations.find(({ Type }) => Type?.endsWith(`/${type}`))?.Target),
  }
}

/** What the cells of the first visible sheet refer to, and the path of that sheet. */
export const openWorkbook = async (from: Package): Promise<Workbook & { readonly sheetPath: string }> => {
  const related = await relatedParts(from)
  const sheets = await elementsIn(from, workbookPath, 'sheet')
  const visibleSheet = sheets.find(({ state }) => state === undefined || state === 'visible')
  const id = Object.entries(visibleSheet ?? {}).find(([name]) => localName(name) === 'id' && name !== 'id')?.[1]
  const sheetPath = related.byId(id)
  if (!sheetPath) throw new Unreadable('no sheet')
  const [properties] = await elementsIn(from, workbookPath, 'workbookPr')
  return {
    sheetPath,
    sharedTexts: await sharedTexts(from, related.byType('sharedStrings') ?? 'xl/sharedStrings.xml'),
    styles: await styles(from, related.byType('styles') ?? 'xl/styles.xml'),
    isFrom1904: isTrue(properties?.date1904),
  }
}
