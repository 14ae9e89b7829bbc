import { elementWord, propertyWord, settingWord } from '#contract/flow/bpmn-words/bpmn-words.ts'
import type { Fault } from '#contract/kit/fail.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import { type BpmnElement, childrenOf } from './bpmn-element.ts'
import { isRelated } from './dialects.ts'
import { isOtherService } from './job-tasks.ts'
import { isDrawnMark, isMark } from './marks.ts'
import { label, problem } from './problems.ts'
import { executableProcesses } from './processes.ts'
import { always, otherSettings, standardValues, supported, technicalSettings } from './supported.ts'

/** Namespaces of engines: their attributes mean something, so they are not ignored without notice. */
const isEngine = (uri: string) =>
  /^https?:\/\/(www\.)?(flowable\.org\/bpmn|activiti\.org\/bpmn|camunda\.org\/schema\/(1\.0|zeebe)|bpmn\.io\/schema\/zeebe)/i.test(
    uri,
  )

type Namespaces = Readonly<Record<string, string>>

const withDeclarations = (element: BpmnElement, outer: Namespaces): Namespaces => {
  const declared = Object.entries(element.$attrs ?? {}).filter(([name]) => name.startsWith('xmlns:'))
  return declared.length
    ? { ...outer, ...Object.fromEntries(declared.map(([name, uri]) => [name.slice(6), uri])) }
    : outer
}

const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '')

/** Whether a name belongs to another tool and has no meaning for any engine. */
const isForeign = (name: string, namespaces: Namespaces): boolean => {
  const prefix = prefixOf(name)
  return !['', 'bpmn', 'flowable'].includes(prefix) && !isEngine(namespaces[prefix] ?? '')
}

/** Whether a name belongs to Flowable or to an engine with the same settings. */
const isOfRelated = (name: string, namespaces: Namespaces): boolean => {
  const prefix = prefixOf(name)
  return prefix === 'flowable' || isRelated(namespaces[prefix] ?? '')
}

const holdsElements = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(holdsElements) : typeof value === 'object' && value !== null && '$type' in value

const isDeclaration = (name: string) => /^(xmlns(:|$)|xsi:|xml:)/.test(name)

const typeOf = ({ $type }: BpmnElement) => $type.replace(/^bpmn:/, '')
const isKnown = (element: BpmnElement, key: string) =>
  always.includes(key) || supported[typeOf(element)]?.includes(key) === true

/** What was found in a file. */
interface Findings {
  readonly faults: Fault[]
  /** Elements that are only drawn. */
  readonly marks: BpmnElement[]
  /** Names of settings that nothing here uses. */
  readonly settings: Set<string>
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Whether an attribute says what is so without it. */
const isStandard = (element: BpmnElement, key: string): boolean => {
  const value = String(element[key])
  const standard = element.$descriptor.propertiesByName[key]?.default
  return (standard !== undefined && String(standard) === value) || standardValues[key]?.test(value) === true
}

/**
 * Whether a setting may stand in a file although nothing uses it: of an engine, if its meaning is not missed; and what no engine has,
 * which editors note for themselves.
 */
const isUnused = (local: string, { settings }: Findings): boolean => {
  if (technicalSettings.has(local)) return true
  const isOther = otherSettings.has(local) || settingWord(local) === null
  if (isOther) settings.add(local)
  return isOther
}

const checkAttributes = (element: BpmnElement, namespaces: Namespaces, findings: Findings): void => {
  const { propertiesByName } = element.$descriptor
  const own = Object.keys(element)
    .filter((key) => !isKnown(element, key) && !isStandard(element, key))
    // elements inside it have sentences of their own
    .filter((key) => propertiesByName[key]?.isReference || !holdsElements(element[key]))
    .map((key) => propertiesByName[key]?.ns.name ?? key)
  const others = Object.keys(element.$attrs ?? {}).filter(
    (name) => !isDeclaration(name) && !isForeign(name, namespaces),
  )
  const [zh, en] = label(element)
  for (const full of [...own, ...others]) {
    const name = full.replace(/^bpmn:/, '')
    if (isOfRelated(name, namespaces) && isUnused(localName(name), findings)) continue
    const word = propertyWord(name)
    // a name that the reader has given is that of the file without its prefix
    const written = others.includes(full) ? name : localName(name)
    findings.faults.push(
      problem(
        element,
        word
          ? [`${zh}不能使用“${word[0]}”（${written}）`, `The ${en} may not use “${word[1]}” (${written})`]
          : [`${zh}不能使用 ${written}`, `The ${en} may not use ${written}`],
      ),
    )
  }
}

const checkExtensions = (element: BpmnElement, namespaces: Namespaces, findings: Findings): void => {
  const holder = element.$parent ?? element
  const [zh, en] = label(holder)
  for (const one of (element.values ?? []) as readonly BpmnElement[]) {
    if (isForeign(one.$type, { ...namespaces, ...withDeclarations(one, {}) })) continue
    const local = localName(one.$type)
    const name = local.charAt(0).toLowerCase() + local.slice(1)
    if (isOfRelated(one.$type, { ...namespaces, ...withDeclarations(one, {}) }) && isUnused(name, findings)) continue
    const [wordZh, wordEn] = elementWord(one.$type)
    findings.faults.push(
      problem(holder, [`${zh}不能包含${wordZh}（${name}）`, `The ${en} may not contain: ${wordEn} (${name})`]),
    )
  }
}

/** Why an allowed element is refused in this place or with this value. */
const misplaced = (element: BpmnElement): Text | null => {
  const [zh, en] = label(element)
  switch (element.$type) {
    case 'bpmn:SubProcess':
      if (element.triggeredByEvent) return [`${zh}不能由事件触发`, `The ${en} may not be triggered by an event`]
      return element.$parent?.$type === 'bpmn:SubProcess'
        ? [`${zh}不能放在另一个子流程中`, `The ${en} may not be inside another sub-process`]
        : null
    case 'bpmn:EndEvent':
    case 'bpmn:BoundaryEvent': {
      const kind = element.$type === 'bpmn:EndEvent' ? 'bpmn:TerminateEventDefinition' : 'bpmn:TimerEventDefinition'
      const definitions = (element.eventDefinitions ?? []) as BpmnElement[]
      const isWrong = definitions.some(({ $type }) => $type !== kind) || definitions.length > 1
      if (element.$type === 'bpmn:EndEvent')
        return isWrong ? [`${zh}只能是普通结束或终止结束`, `The ${en} may only be a plain or a terminate end`] : null
      return isWrong || definitions.length === 0 ? [`${zh}只能是定时事件`, `The ${en} has to be a timer`] : null
    }
    default:
      return null
  }
}

/** Whether a process is in the file only to show whom the other one works with. */
const isPartnerProcess = (element: BpmnElement, definitions: BpmnElement): boolean =>
  element.$type === 'bpmn:Process' && element.isExecutable === false && executableProcesses(definitions).length > 0

const check = (element: BpmnElement, outer: Namespaces, findings: Findings, definitions: BpmnElement): void => {
  if (/^(bpmndi|di|dc):/.test(element.$type)) return
  if (isMark(element) || isPartnerProcess(element, definitions)) {
    findings.marks.push(element)
    return
  }
  const namespaces = withDeclarations(element, outer)
  const names = element.$type.startsWith('bpmn:') && !isOtherService(element) ? supported[typeOf(element)] : undefined
  if (!names) {
    const [zh, en] = label(element)
    findings.faults.push(problem(element, [`不支持${zh}`, `The ${en} is not supported`]))
    return
  }
  if (element.$type === 'bpmn:ExtensionElements') {
    checkExtensions(element, namespaces, findings)
    return
  }
  const text = misplaced(element)
  if (text) {
    findings.faults.push(problem(element, text))
    return
  }
  checkAttributes(element, namespaces, findings)
  for (const child of childrenOf(element)) check(child, namespaces, findings, definitions)
}

const marksNote: Text = [
  '文件中的{0}只供阅读，不影响流程运行',
  'These of the file are only for readers and have no effect on the process: {0}',
]
const lanesNote: Text = [
  '；办理人以各用户任务的设置为准，与泳道无关',
  '; who handles a task is set in the task and does not follow from its lane',
]
const settingsNote: Text = [
  '文件中的以下设置在本平台不起作用：{0}',
  'These settings of the file have no effect on this platform: {0}',
]

const notesOf = ({ marks, settings }: Findings): readonly Fault[] => {
  const kinds = new Map(
    marks
      .filter((element) => isDrawnMark(element) || element.$type === 'bpmn:Process')
      // a note is named, and not also its line
      .filter(({ $type }) => $type !== 'bpmn:Association')
      .flatMap(wordsFor)
      .map((word) => [word[0], word]),
  )
  const words = [...settings].map((name): Text => settingWord(name) ?? [name, name])
  const distinctWords = [...new Map(words.map((word) => [word[0], word])).values()]
  const [zh, en] = fill(marksNote, listText([...kinds.values()]))
  const hasLanes = marks.some(({ $type }) => $type === 'bpmn:LaneSet')
  const [lanesZh, lanesEn] = hasLanes ? lanesNote : ['', '']
  return [
    ...(kinds.size ? [{ at: '', text: [zh + lanesZh, en + lanesEn] as const }] : []),
    ...(distinctWords.length ? [{ at: '', text: fill(settingsNote, listText(distinctWords)) }] : []),
  ]
}

/** What a reader sees of a mark: of a collaboration its pools. */
const wordsFor = (element: BpmnElement): readonly Text[] =>
  element.$type === 'bpmn:Collaboration'
    ? childrenOf(element)
        .filter((child) => isDrawnMark(child) && child.$type !== 'bpmn:Association')
        .map(({ $type }) => elementWord($type))
    : [element.$type === 'bpmn:Process' ? label(element) : elementWord(element.$type)]

export interface CheckedElements {
  /** Everything that is not on the list of supported elements and attributes. */
  readonly faults: readonly Fault[]
  /** What may stand in the file and has no effect: one sentence for what is drawn, and one for settings. */
  readonly notes: readonly Fault[]
}

/** `settings` are names of extensions that the reader has left out. */
export const checkElements = (definitions: BpmnElement, settings: readonly string[] = []): CheckedElements => {
  const findings: Findings = { faults: [], marks: [], settings: new Set(settings) }
  check(definitions, {}, findings, definitions)
  return { faults: findings.faults, notes: notesOf(findings) }
}
