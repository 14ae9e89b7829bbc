import bpmn from 'bpmn-moddle/resources/bpmn/json/bpmn.json' with { type: 'json' }
import camunda from 'camunda-bpmn-moddle/resources/camunda.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { expression, hostileNames, readHostile, readLeave } from '../../../tests/support/process-files.ts'
import { readDefinition } from './read-definition.ts'

/** What no file has to contain to be written: names of standards, units, and examples of what to type. */
const free = /\b(BPMN|XML|UTF|KB|DOCTYPE|ENTITY|NUL|ISO|P3D|PT4H|2026-12-31T18:00:00|declareStatus|moves)\b/g
const wordPattern = /[A-Za-z][\w.:-]*/g
/** Words of the libraries that read files and expressions. */
const library =
  /unparsable|unresolved|nested error|unrecognized|unknown type|illegal|detected|unexpected|token|undefined|moddle|jsep|TypeError/i

const sentencesOf = async (xml: string): Promise<readonly Text[]> => {
  try {
    const { faults, notes } = await readDefinition(xml)
    return [...faults, ...notes].map(({ text }) => text)
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    return [error.text]
  }
}

/** Latin words of the Chinese sentences that the file does not contain, and what a library says in either language. */
const strangeWords = async (xml: string): Promise<readonly string[]> =>
  (await sentencesOf(xml)).flatMap(([zh, en]) => [
    ...(zh.replace(free, '').match(wordPattern) ?? []).filter((word) => !xml.includes(word)),
    ...[zh, en].flatMap((text) => library.exec(text)?.[0] ?? []),
  ])

const small = (content: string, attributes = '', ofRoot = '') => `<definitions
  xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn">${ofRoot}
  <process id="small" name="小流程" isExecutable="true"><startEvent id="s" />
    <userTask id="t" name="办理" flowable:assignee="1" ${attributes} />${content}<endEvent id="e" />
    <sequenceFlow id="f1" sourceRef="s" targetRef="t" /><sequenceFlow id="f2" sourceRef="t" targetRef="e" /></process>
</definitions>`

const localName = (name: string) => name.replace(/^.*:/, '')
const tagOf = (type: string) => type.charAt(0).toLowerCase() + type.slice(1)
const propertiesOf = (types: readonly { properties?: readonly { name: string }[] }[]) => [
  ...new Set(types.flatMap(({ properties = [] }) => properties.map(({ name }) => localName(name)))),
]

/** Places of the process in which something can be wrong, each with what is there. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'an element of BPMN in the process': bpmn.types.map(({ name }) => small(`<${tagOf(name)} id="x" />`)),
  'an element of BPMN beside the process': bpmn.types.map(({ name }) => small('', '', `<${tagOf(name)} id="x" />`)),
  'an attribute of BPMN': propertiesOf(bpmn.types)
    .filter((name) => name !== 'id' && name !== 'name')
    .map((name) => small('', `${name}="x"`)),
  'an attribute of an engine': propertiesOf(camunda.types)
    .filter((name) => name !== 'assignee')
    .map((name) => small('', `flowable:${name}="x"`)),
  'an extension of an engine': camunda.types.map(({ name }) =>
    small(`<userTask id="u"><extensionElements><flowable:${tagOf(name)} /></extensionElements></userTask>`),
  ),
  'an expression': [
    'a b',
    'a +',
    '(a',
    "'a",
    'a ? b',
    'a.',
    '1a',
    'a[',
    'a(1)',
    'a ＞ 1',
    '`a`',
    '@a',
    'a ?? b',
    '0x',
  ].map((inner) => small('', `flowable:dueDate="${expression(inner)}"`)),
  XML: ['<a', '<a>', '</a>', '<a b>', '<a b=c />', '&x;', 'text', '<x:y />', '<incoming><a /></incoming>'].map((text) =>
    small(text),
  ),
  'a file': [
    '',
    'x',
    '<a />',
    '<definitions />',
    readLeave().replace('<process', '<Process'),
    readLeave().slice(0, 2000),
  ],
  'a hostile file': hostileNames.map(readHostile),
}

describe('a sentence about a file has no Latin word that is not in the file, and none of a library', () => {
  test.each(Object.entries(faults))('%s', async (_place, files) => {
    expect(files.length).toBeGreaterThan(5)
    const strange: string[] = []
    for (const xml of files) strange.push(...(await strangeWords(xml)))
    expect([...new Set(strange)]).toEqual([])
  })
})
