import { starterVariable } from '#contract/flow/process-variables.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type BpmnElement, elementsIn } from './bpmn-element.ts'
import { toFlowable } from './dialects.ts'
import { partsOf } from './file-parts.ts'
import { bodyOf, graphOf, nodesOf } from './graph.ts'
import { hasExpression, parseExpression } from './juel-parser.ts'
import { type ParsedProcess, parseProcess } from './parse.ts'
import { label } from './problems.ts'
import { executableProcesses, mainProcessOf, processesOf } from './processes.ts'
import { checkXml } from './scan.ts'
import { editTags, type TagEditor } from './tag-edits.ts'

/** A file that was converted, and a sentence for everything that it says in another way now. */
export interface Conversion {
  readonly xml: string
  readonly changes: readonly Text[]
}

/** One change at the tags of elements. */
interface Edit {
  readonly sentence: Text
  readonly apply: (editor: TagEditor) => void
}

/** One change of the whole text. */
interface TextEdit {
  readonly sentence: Text
  readonly apply: (xml: string) => string
}

/** What is changed, in this order. */
interface Edits {
  readonly first: readonly Edit[]
  readonly starters: readonly TextEdit[]
  readonly people: readonly Edit[]
}
const noEdits: Edits = { first: [], starters: [], people: [] }

const executable: Text = ['{0}设为可执行', 'The {0} becomes executable']
const byDefault: Text = [
  '{0}没有条件，设为{1}的默认连线',
  'The {0}, which has no condition, becomes the default flow of the {1}',
]
const unconditional: Text = [
  '{0}是默认连线，去掉从不判断的条件',
  'The {0} is the default flow and loses a condition that is never read',
]
const braces: Text = ['{0}的条件写成表达式“{1}”', 'The condition of the {0} is written as the expression “{1}”']
const starter: Text = ['发起人变量“{0}”改为“{1}”', 'The variable of the initiator, “{0}”, becomes “{1}”']
const handler: Text = ['{0}的办理人或候选人改用属性表示', 'The people of the {0} are named by attributes']
const dialect: Text = [
  '“{0}”的 {1} 处设置改为“flowable”的写法',
  '{1} settings of “{0}” are written in the way of “flowable”',
]

const executableEdits = (definitions: BpmnElement): readonly Edit[] => {
  const [process, ...others] = processesOf(definitions)
  if (!process || others.length || executableProcesses(definitions).length) return []
  return [
    {
      sentence: fill(executable, label(process)),
      apply: (editor) => editor.setAttribute(process, 'isExecutable', 'true'),
    },
  ]
}

const isExpression = (text: string): boolean => {
  try {
    return parseExpression(text).type !== 'Literal'
  } catch {
    return false
  }
}

/** A condition without the braces that every engine of this family asks for. */
const braceEdits = (definitions: BpmnElement): readonly Edit[] =>
  elementsIn(mainProcessOf(definitions)).flatMap((flow): Edit[] => {
    const text = flow.$type === 'bpmn:SequenceFlow' ? bodyOf(flow.conditionExpression) : null
    if (!text || hasExpression(text) || flow.id === undefined) return []
    const expression = `$\{${text}}`
    return isExpression(expression)
      ? [
          {
            sentence: fill(braces, label(flow), expression),
            apply: (editor) => editor.setChildText(flow, 'conditionExpression', expression),
          },
        ]
      : []
  })

/** A flow without a condition is meant for when no other one is taken: the standard calls that the default flow. */
const choiceEdits = (definitions: BpmnElement): readonly Edit[] =>
  nodesOf(graphOf(mainProcessOf(definitions), [])).flatMap(({ element, type, outgoing }): Edit[] => {
    if (type !== 'ExclusiveGateway' && type !== 'InclusiveGateway') return []
    const [chosen] = outgoing.filter(({ isDefault }) => isDefault)
    if (chosen)
      return chosen.condition === null
        ? []
        : [
            {
              sentence: fill(unconditional, label(chosen.element)),
              apply: (editor) => editor.removeChild(chosen.element, 'conditionExpression'),
            },
          ]
    const open = outgoing.filter(({ condition }) => !condition)
    const [only] = open
    // after an inclusive gateway it is taken in any case
    const isClear = type === 'ExclusiveGateway' && outgoing.length > 1 && open.length === 1
    const id = only?.element.id
    if (!isClear || !only || id === undefined) return []
    return [
      {
        sentence: fill(byDefault, label(only.element), label(element)),
        apply: (editor) => editor.setAttribute(element, 'default', id),
      },
    ]
  })

const ownStarter = `$\{${starterVariable}}`
/** A text with the variable of the initiator as it is called here, for one name that the file gives it. */
const withOwnStarter = (text: string, name: string): string =>
  name === '$INITIATOR'
    ? text.replace(/\$INITIATOR\b/g, () => ownStarter)
    : text.replace(/[$#]\{\s*([^\s{}]+)\s*\}/g, (whole, variable) => (variable === name ? ownStarter : whole))

/** The person who starts a process has one name here; other engines let the file choose it. */
const starterEdits = (definitions: BpmnElement): readonly TextEdit[] => {
  const all = elementsIn(mainProcessOf(definitions))
  const names = all.flatMap(({ $type, initiator }) =>
    $type === 'bpmn:StartEvent' && initiator ? [String(initiator)] : [],
  )
  const people = all
    .flatMap(({ assignee, candidateUsers }) => [assignee, candidateUsers])
    .map((text) => String(text ?? ''))
  return ['$INITIATOR', ...names]
    .filter((name) => name !== starterVariable && people.some((text) => withOwnStarter(text, name) !== text))
    .map((name) => ({
      sentence: fill(starter, name, starterVariable),
      apply: (xml: string) => withOwnStarter(xml, name),
    }))
}

const namedPeople = (roles: readonly BpmnElement[], type: string): readonly string[] =>
  roles
    .filter(({ $type }) => $type === `bpmn:${type}`)
    .flatMap(({ resourceAssignmentExpression }) => {
      const { expression } = (resourceAssignmentExpression ?? {}) as { expression?: BpmnElement }
      return (bodyOf(expression) ?? '').split(',')
    })
    .map((text) => text.trim())
    .filter(Boolean)

/** The standard names people by elements; `user(1), group(manager)` is how Activiti writes them there. */
const peopleEdits = (definitions: BpmnElement): readonly Edit[] =>
  elementsIn(mainProcessOf(definitions))
    .filter(({ $type, resources }) => $type === 'bpmn:UserTask' && Array.isArray(resources))
    .map((task): Edit => {
      const roles = task.resources as readonly BpmnElement[]
      const owners = namedPeople(roles, 'PotentialOwner')
      const users = owners.flatMap((text) => /^user\((.*)\)$/.exec(text)?.[1] ?? [])
      const groups = owners.flatMap((text) => (/^user\(/.test(text) ? [] : [/^group\((.*)\)$/.exec(text)?.[1] ?? text]))
      const attributes = {
        assignee: namedPeople(roles, 'HumanPerformer')[0] ?? '',
        candidateUsers: users.join(','),
        candidateGroups: groups.join(','),
      }
      return {
        sentence: fill(handler, label(task)),
        apply: (editor) => {
          for (const [name, value] of Object.entries(attributes))
            if (value && task[name] === undefined) editor.setAttribute(task, `flowable:${name}`, value)
          for (const name of ['humanPerformer', 'potentialOwner']) editor.removeChild(task, name)
        },
      }
    })

const editsOf = ({ rootElement }: ParsedProcess): Edits =>
  processesOf(rootElement).length === 0
    ? noEdits
    : {
        first: [executableEdits, braceEdits, choiceEdits].flatMap((edits) => edits(rootElement)),
        starters: starterEdits(rootElement),
        people: peopleEdits(rootElement),
      }

const parseIfReadable = async (xml: string): Promise<ParsedProcess | null> => {
  try {
    return await parseProcess(partsOf(xml).process)
  } catch (error) {
    // a file that cannot be read gets the sentences of its check
    if (error instanceof Fail) return null
    throw error
  }
}

const appliesOf = (edits: readonly Edit[]) => edits.map(({ apply }) => apply)

/**
 * Says in the words of this platform what other engines and editors write. Nothing else of the file changes; `changes` is empty if there
 * is nothing to convert, and the file need not be parsed again.
 */
export const convertAndParse = async (
  given: string,
): Promise<Conversion & { readonly parsed: ParsedProcess | null }> => {
  checkXml(given)
  const { xml: flowable, prefixes, count } = toFlowable(given)
  const parsed = await parseIfReadable(flowable)
  const { first, starters, people } = parsed ? editsOf(parsed) : noEdits
  const withStarters = starters.reduce((text, { apply }) => apply(text), editTags(flowable, appliesOf(first)))
  const xml = editTags(withStarters, appliesOf(people))
  return {
    xml,
    changes: [
      ...(count ? [fill(dialect, prefixes.join(', '), count)] : []),
      ...new Map([...first, ...starters, ...people].map(({ sentence }) => [sentence[0], sentence])).values(),
    ],
    parsed: xml === given ? parsed : null,
  }
}

export const convertDefinition = async (given: string): Promise<Conversion> => {
  const { xml, changes } = await convertAndParse(given)
  return { xml, changes }
}
