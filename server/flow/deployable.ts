import type { Ctx } from '../engine/context.ts'
import { type CompiledDefinition, compileDefinition } from './bpmn/compile.ts'
import { refuse } from './bpmn/problems.ts'
import { assertMayRunJobs, jobFaults } from './job-checks.ts'

/** Compiles a file that the caller may deploy here; a Fail lists all that is wrong with it. */
export const compileDeployable = async (ctx: Ctx, xml: string): Promise<CompiledDefinition> => {
  const definition = await compileDefinition(xml, ctx.app.stageRules)
  assertMayRunJobs(ctx, definition.jobs)
  refuse(await jobFaults(ctx, definition.jobs))
  return definition
}
