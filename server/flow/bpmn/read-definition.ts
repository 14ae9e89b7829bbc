import type { StageRules } from '#contract/flow/stage-rules.ts'
import type { Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { completeDrawing } from './complete-drawing.ts'
import { correct } from './corrections.ts'
import { type Drawing, readDrawing } from './drawing.ts'
import { checkElements } from './elements.ts'
import { partsOf } from './file-parts.ts'
import type { Scope } from './graph.ts'
import { layOut } from './layout.ts'
import { type ParsedProcess, parseProcess, writeXml } from './parse.ts'
import { distinct } from './problems.ts'
import { mainProcessOf, processesOf } from './processes.ts'
import { checkXml } from './scan.ts'
import { checkStructure } from './structure.ts'

/** A file that could be read, with what keeps it from being deployed. */
export interface ReadDefinition {
  readonly definitions: BpmnElement
  /** Null if it is not clear which process is meant. */
  readonly scope: Scope | null
  /** The file with everything drawn: as it was if nothing had to be corrected. */
  readonly xml: string
  readonly faults: readonly Fault[]
  /** What is left out or without effect; it keeps nobody from deploying. */
  readonly notes: readonly Fault[]
}

const correctedNote: Text = [
  '图形中有 {0} 处多余或有误的内容，已更正，不影响流程',
  'The drawing had {0} pieces too many or wrong; they were corrected, and the process is the same',
]
const anewNote: Text = [
  '图形不完整或无法显示，已重新布局，不影响流程',
  'The drawing was not complete or could not be shown, so it was laid out anew; the process is the same',
]

/** The collaboration that shows the process in a pool, or the process. */
const wholeOf = (definitions: BpmnElement): BpmnElement =>
  ((definitions.rootElements ?? []) as readonly BpmnElement[]).find(({ $type }) => $type === 'bpmn:Collaboration') ??
  mainProcessOf(definitions)

interface Drawn {
  readonly isChanged: boolean
  readonly notes: readonly Fault[]
}

/** Gives the tree a drawing with everything in it. */
const draw = async (
  { rootElement, elementsById: elements }: ParsedProcess,
  scope: Scope,
  drawing: string | null,
): Promise<Drawn> => {
  const adopt = (diagrams: Drawing['diagrams']) => {
    for (const diagram of diagrams) diagram.$parent = rootElement
    rootElement.set('diagrams', diagrams)
  }
  const given = await readDrawing(drawing, { elements, whole: wholeOf(rootElement) })
  adopt(given.diagrams)
  const completion = await completeDrawing(rootElement, scope, async () => adopt(await layOut(scope, elements)))
  const isAnew = completion === 'anew'
  const corrected = given.omitted + (isAnew ? 0 : completion.lines)
  const text = isAnew ? anewNote : fill(correctedNote, corrected)
  return {
    isChanged: isAnew || corrected > 0,
    notes: drawing === null || (!isAnew && corrected === 0) ? [] : [{ at: '', text }],
  }
}

/** An element with a sentence about a reference that leads nowhere needs no other one. */
const without = (faults: readonly Fault[], known: readonly Fault[]): readonly Fault[] => {
  const ids = new Set(known.map(({ at }) => at))
  return faults.filter(({ at }) => at === '' || !ids.has(at))
}

/**
 * Reads, corrects, checks and draws a file. Throws a Fail for one that cannot be read without losing something of its process. `known` is
 * what `convertAndParse` has read of this file; it becomes part of the result.
 */
export const readDefinition = async (
  xml: string,
  rules?: StageRules,
  known: ParsedProcess | null = null,
): Promise<ReadDefinition> => {
  if (!known) checkXml(xml)
  const { process: text, drawing } = partsOf(xml)
  const parsed = known ?? (await parseProcess(text))
  const { rootElement: definitions, elementsById } = parsed
  const hasProcess = processesOf(definitions).length > 0
  const corrected = hasProcess ? correct(mainProcessOf(definitions), elementsById) : 0
  const elements = checkElements(definitions, parsed.settings)
  const { scope, problems } = checkStructure(definitions, rules)
  const faults = distinct([...parsed.faults, ...elements.faults, ...without(problems, parsed.faults)])
  if (!scope) return { definitions, scope, xml, faults, notes: elements.notes }
  const drawn = await draw(parsed, scope, drawing)
  const isAsWritten = !parsed.isCorrected && corrected === 0 && !drawn.isChanged
  return {
    ...{ definitions, scope, faults },
    xml: isAsWritten ? xml : await writeXml(definitions),
    notes: [...elements.notes, ...drawn.notes],
  }
}
