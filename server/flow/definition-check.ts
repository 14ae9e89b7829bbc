import type { DefinitionWarning } from '#contract/flow/differences.ts'
import type { DefinitionCheck } from '#contract/flow/flow-model.ts'
import type { Outline } from '#contract/flow/outline.ts'
import { Fail } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import type { Ctx } from '../engine/context.ts'
import { type CompiledDefinition, tasksIn } from './bpmn/compile.ts'
import { convertAndParse } from './bpmn/conversion.ts'
import { jobsIn } from './bpmn/job-tasks.ts'
import { outlineIn } from './bpmn/outline.ts'
import type { ParsedProcess } from './bpmn/parse.ts'
import { undeployable } from './bpmn/problems.ts'
import { readDefinition } from './bpmn/read-definition.ts'
import { deploymentWarnings } from './deployment-warnings.ts'
import { jobFaults } from './job-checks.ts'

/** Where a definition is to be deployed. */
export interface Destination {
  /** Empty for all tenants. */
  readonly tenantId: string
  /** The key of its type; null while none is chosen. */
  readonly type: number | null
}

/** What a deployment of a definition is warned of: what its file says without effect, and what would not work. */
export const warningsOf = async (
  ctx: Ctx,
  { tasks, notes }: Pick<CompiledDefinition, 'tasks' | 'notes'>,
  outline: Outline,
  destination: Destination,
): Promise<DefinitionWarning[]> => [
  ...notes.map(({ at, text }) => ({ elementId: at, text: localize(text, ctx.lang) })),
  ...(await deploymentWarnings(ctx, { outline, tasks, ...destination })),
]

const anywhere: Destination = { tenantId: '', type: null }

/** The faults and the warnings of a deployment to all tenants, without one. */
const findingsOf = async (
  ctx: Ctx,
  xml: string,
  parsed: ParsedProcess | null,
): Promise<Omit<DefinitionCheck, 'changes'>> => {
  const faultsOf = ({ text, detail }: Fail) =>
    (detail.faults ?? [{ at: '', text }]).map((fault) => ({ at: fault.at, msg: localize(fault.text, ctx.lang) }))
  try {
    const read = await readDefinition(xml, ctx.app.stageRules, parsed)
    const { scope, notes } = read
    const faults = read.faults.length || !scope ? read.faults : await jobFaults(ctx, jobsIn(scope))
    if (faults.length) {
      const warnings = read.notes.map(({ at, text }) => ({ elementId: at, text: localize(text, ctx.lang) }))
      return { faults: faultsOf(undeployable(faults)), warnings, xml: read.xml }
    }
    const deployed = scope && { tasks: tasksIn(scope), notes }
    const warnings = deployed ? await warningsOf(ctx, deployed, outlineIn(scope, ctx.lang), anywhere) : []
    return { faults: [], warnings, xml: read.xml }
  } catch (error) {
    // nothing can be drawn of a file that cannot be read
    if (!(error instanceof Fail)) throw error
    return { faults: faultsOf(error), warnings: [], xml: null }
  }
}

const changesOf = async (xml: string) => {
  try {
    return await convertAndParse(xml)
  } catch (error) {
    // what is no XML has nothing to convert
    if (error instanceof Fail) return { xml, changes: [], parsed: null }
    throw error
  }
}

/** Checks a file as its deployment would, after a conversion if that is asked for; says what a conversion would change. */
export const checkDefinition = async (ctx: Ctx, given: string, isConverted: boolean): Promise<DefinitionCheck> => {
  const { xml, changes, parsed } = await changesOf(given)
  if (isConverted) return { ...(await findingsOf(ctx, xml, parsed)), changes: [] }
  return {
    ...(await findingsOf(ctx, given, parsed)),
    changes: changes.map((change) => localize(change, ctx.lang)),
  }
}
