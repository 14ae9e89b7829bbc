import { fill, type Text } from '../kit/text.ts'

const notBpmn: Text = ['内容不是 BPMN 2.0 流程定义', 'its content is not a BPMN 2.0 process definition']
const noReference: Text = ['引用的元素“{0}”不存在', 'it refers to “{0}”, which does not exist']

/** Sentences by what the reader of the library reports, which counts lines from 0: {0} is the line, {1} a name, {2} what is there. */
const sentences: readonly (readonly [pattern: RegExp, sentence: Text])[] = [
  [/duplicate ID <([^<>]*)>/, ['第 {0} 行的标识“{1}”重复', 'the id “{1}” in line {0} is used twice']],
  [/illegal ID <([^<>]*)>/, ['第 {0} 行的标识“{1}”不能使用', 'the id “{1}” in line {0} may not be used']],
  [/^unexpected body text <([\s\S]*)>$/, ['第 {0} 行有多余的文字“{1}”', 'there is a text too many in line {0}: “{1}”']],
  [
    /(?:unknown type|unrecognized element|missing namespace on|expected no sub nodes)/,
    [
      '第 {0} 行的“{2}”不是 BPMN 2.0 的元素，或不能放在这里',
      '“{2}” in line {0} is no element of BPMN 2.0, or may not be there',
    ],
  ],
  [
    /closing tag mismatch/,
    ['第 {0} 行的结束标签“{2}”没有对应的开始标签', 'the end tag “{2}” in line {0} has no start tag'],
  ],
  [/attribute/, ['第 {0} 行的“{2}”的属性写法有误', 'an attribute of “{2}” in line {0} is not written correctly']],
]
const other: Text = ['第 {0} 行的内容“{2}”无法识别', 'the content “{2}” in line {0} is not known']

const maxLength = 60
const short = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)

/**
 * What the reader of BPMN could not read, in words for the author of the file; null for what it reports although nothing is lost. It
 * reports in English and by its own types, on the server and in the editor.
 */
export const readingFault = (message: string): Text | null => {
  if (/^(unknown attribute|unsupported document encoding)/.test(message)) return null
  const reference = /^unresolved reference <(.*?)>/.exec(message)
  if (reference) return fill(noReference, reference[1] ?? '')
  const place =
    /^unparsable content (?:([\s\S]*?) )?detected\s+line: (\d+)\s+column: \d+\s+nested error: ([\s\S]*)$/.exec(message)
  if (!place) return notBpmn
  const [, content = '', line, reason = ''] = place
  const tag = content.replace(/^<|\/?>$/g, '')
  for (const [pattern, sentence] of sentences) {
    const match = pattern.exec(reason)
    if (match) return fill(sentence, Number(line) + 1, short((match[1] ?? '').trim()), short(tag))
  }
  return fill(other, Number(line) + 1, '', short(tag))
}
