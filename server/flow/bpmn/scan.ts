import { Fail } from '#contract/kit/fail.ts'

const maxBytes = 256 * 1024
const maxTags = 8000
const maxDepth = 12

const tooLarge = () => new Fail(['流程文件不能超过 256 KB', 'A process file may not be larger than 256 KB'], 413)
const notUtf8 = () => new Fail(['流程文件的编码应为 UTF-8', 'A process file has to be encoded in UTF-8'])
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

/** Where the tag that opens at `start` closes; a `>` inside a quoted value does not count. */
export const endOfTag = (xml: string, start: number): number => {
  let quote = ''
  for (let at = start; at < xml.length; at++) {
    const letter = xml[at] as string
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
  }
  throw broken()
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

/** Checks size, encoding, declarations and nesting in one pass, before anything is built from the text. */
export const checkXml = (xml: string): void => {
  if (Buffer.byteLength(xml) > maxBytes) throw tooLarge()
  const encoding = /^\uFEFF?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(xml)?.[1]
  if (xml.includes('\uFFFD') || /\p{Surrogate}/u.test(xml) || (encoding && !/^utf-?8$/i.test(encoding))) throw notUtf8()
  assertText(xml)
  let depth = 0
  let tags = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const end = skipOther(xml, at)
    if (end >= 0) {
      at = end
      continue
    }
    const close = endOfTag(xml, at + 1)
    if (xml[at + 1] === '/') depth--
    else if (xml[close - 1] !== '/') depth++
    if (xml[at + 1] !== '/') tags++
    if (tags > maxTags || depth > maxDepth)
      throw new Fail([
        `流程文件过于复杂：元素不能超过 ${maxTags} 个，嵌套不能超过 ${maxDepth} 层`,
        `The process file is too complex: at most ${maxTags} elements, nested at most ${maxDepth} levels`,
      ])
    at = close
  }
}
