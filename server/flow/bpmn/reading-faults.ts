import { fill, type Text } from '#contract/kit/text.ts'

const notBpmn: Text = ['内容不是 BPMN 2.0 流程定义', 'its content is not a BPMN 2.0 process definition']
const unknownContent: Text = [
  '第 {0} 行第 {1} 列的内容{2}无法识别',
  'its content{2} in line {0}, column {1} is not known',
]
const twice: Text = ['第 {0} 行的标识“{1}”重复', 'the id “{1}” in line {0} is used twice']
const noElement: Text = ['引用的元素“{0}”不存在', 'it refers to “{0}”, which does not exist']

const quoted = (name: string | undefined) => (name ? `“${name}”` : '')

/** Why the reader refuses a file, in words for its author; the reader reports in English and counts lines and columns from 0. */
export const readingFault = (message: string): Text => {
  if (message.startsWith('failed to parse document')) return notBpmn
  const missing = /^unresolved reference <(.*?)>/.exec(message)
  if (missing) return fill(noElement, missing[1] as string)
  const content = /^unparsable content (?:<(.*?)> )?detected\s+line: (\d+)\s+column: (\d+)/.exec(message)
  if (!content) return [message, message]
  const [, name, line, column] = content
  const id = /duplicate ID <(.*?)>/.exec(message)?.[1]
  if (id) return fill(twice, Number(line) + 1, id)
  return fill(unknownContent, Number(line) + 1, Number(column) + 1, quoted(name))
}
