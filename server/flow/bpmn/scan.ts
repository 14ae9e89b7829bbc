import { Fail } from '#contract/kit/fail.ts'

const maxBytes = 256 * 1024
const maxTags = 8000
const maxDepth = 12
/** Texts outside of tags; the reader looks for the line of each one that is in the wrong place. */
const maxTexts = 1000
/** Of one element, and of all: the writer compares each attribute of an element with the others (docs/decisions/0102). */
const [maxAttributes, maxAttributesInAll] = [100, 8000]

const tooLarge = () => new Fail(['流程文件不能超过 256 KB', 'A process file may not be larger than 256 KB'], 413)
const notUtf8 = () => new Fail(['流程文件的编码应为 UTF-8', 'A process file has to be encoded in UTF-8'])
const tooComplex = () =>
  new Fail([
    `流程文件过于复杂：元素不能超过 ${maxTags} 个，嵌套不能超过 ${maxDepth} 层`,
    `The process file is too complex: at most ${maxTags} elements, nested at most ${maxDepth} levels`,
  ])
const tooManyTexts = () =>
  new Fail([
    `流程文件过于复杂：文字不能超过 ${maxTexts} 处`,
    `The process file is too complex: text in at most ${maxTexts} places`,
  ])
const tooManyAttributes = () =>
  new Fail([
    `流程文件过于复杂：一个元素的属性不能超过 ${maxAttributes} 个，全部属性不能超过 ${maxAttributesInAll} 个`,
    `The process file is too complex: at most ${maxAttributes} attributes of one element, ${maxAttributesInAll} in all`,
  ])
const broken = () => new Fail(['流程文件不是完整的 XML', 'The process file is not complete XML'])

/** Throws for a text that cannot be a definition, whatever it says. */
const assertText = (xml: string): void => {
  if (!xml.trim()) throw new Fail(['流程文件是空文件', 'The process file is empty'])
  if (xml.includes('\u0000'))
    throw new Fail([
      '流程文件含有空字符（NUL），请另存为 UTF-8 编码的文本文件',
      'The process file contains a NUL character; please save it as text in UTF-8',
    ])
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8()
  }
}

/** The text of an uploaded file. */
export const readXml = (bytes: Uint8Array): string => {
  if (bytes.length > maxBytes) throw tooLarge()
  const xml = decode(bytes)
  assertText(xml)
  return xml
}

/**
 * A tag that opens at `start`: where it closes, and how many pieces it has beside its name: attributes, and what is none; a `>` inside a
 * quoted value does not count.
 */
const scanTag = (xml: string, start: number): { readonly end: number; readonly pieces: number } => {
  let [pieces, values, isInName] = [0, 0, true]
  for (let at = start; at < xml.length; at++) {
    const letter = xml[at] as string
    if (letter === '>') return { end: at, pieces: Math.max(pieces, values) }
    const isPartOfName = /[\w:.\-\u0080-\uFFFF]/.test(letter)
    const isSpace = letter === '=' || letter <= ' ' || (letter === '/' && xml[at + 1] === '>')
    if (letter === '"' || letter === "'") {
      values++
      at = xml.indexOf(letter, at + 1)
      if (at < 0) break
    } else if (!isSpace && !(isPartOfName && isInName)) pieces++
    isInName = isPartOfName
  }
  throw broken()
}

const restOfTag = /(?:[^>"']|"[^"]*"|'[^']*')*>/y

/** Where the tag that opens at `start` closes. */
export const endOfTag = (xml: string, start: number): number => {
  restOfTag.lastIndex = start
  if (!restOfTag.test(xml)) throw broken()
  return restOfTag.lastIndex - 1
}

const after = (xml: string, mark: string, start: number): number => {
  const at = xml.indexOf(mark, start)
  if (at < 0) throw broken()
  return at + mark.length
}

/** The parts of XML that are no elements: comments, literal text, instructions. Answers where they end, or -1. */
export const skipOther = (xml: string, at: number): number => {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at)
  if (xml.startsWith('<?', at)) return after(xml, '?>', at)
  if (xml.startsWith('<!', at))
    throw new Fail([
      '流程文件不能包含 DOCTYPE 或 ENTITY 声明',
      'A process file may not contain a DOCTYPE or ENTITY declaration',
    ])
  return -1
}

/** Checks size, encoding, declarations, nesting and attributes in one pass, before anything is built from the text. */
export const checkXml = (xml: string): void => {
  if (Buffer.byteLength(xml) > maxBytes) throw tooLarge()
  const encoding = /^\uFEFF?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(xml)?.[1]
  if (xml.includes('\uFFFD') || /\p{Surrogate}/u.test(xml) || (encoding && !/^utf-?8$/i.test(encoding))) throw notUtf8()
  assertText(xml)
  let [depth, tags, attributes, texts, from] = [0, 0, 0, 0, 0]
  for (let at = xml.indexOf('<'); at >= 0; from = at, at = xml.indexOf('<', at)) {
    if (xml.slice(from, at).trim() || xml.startsWith('<![CDATA[', at)) texts++
    if (texts > maxTexts) throw tooManyTexts()
    const end = skipOther(xml, at)
    if (end >= 0) {
      at = end
      continue
    }
    const { end: close, pieces } = scanTag(xml, xml[at + 1] === '/' ? at + 2 : at + 1)
    attributes += pieces
    if (pieces > maxAttributes || attributes > maxAttributesInAll) throw tooManyAttributes()
    if (xml[at + 1] === '/') depth--
    else if (xml[close - 1] !== '/') depth++
    if (xml[at + 1] !== '/') tags++
    if (tags > maxTags || depth > maxDepth) throw tooComplex()
    at = close + 1
  }
}
