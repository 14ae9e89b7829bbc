import type { StageRules } from '#contract/flow/stage-rules.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { checkForks } from './fork-rules.ts'
import { graphOf, nodesOf, type Scope, scopesOf } from './graph.ts'
import { checkIds, checkInitiator, checkNodes } from './node-rules.ts'
import { checkPaths } from './path-rules.ts'
import { label, problem } from './problems.ts'
import { executableProcesses, processesOf } from './processes.ts'
import { checkStages } from './stage-rules.ts'

const maxNodes = 400
const maxForks = 60

const noStages: StageRules = { stages: new Set(), moves: new Set() }

export interface CheckedProcess {
  readonly scope: Scope | null
  readonly problems: readonly Fault[]
}

/** Checks the process as a whole: its borders, choices, loops, branches and stages. */
export const checkStructure = (definitions: BpmnElement, rules: StageRules = noStages): CheckedProcess => {
  const executable = executableProcesses(definitions)
  // without an executable process, the sentence is about the only one
  const processes = executable.length ? executable : processesOf(definitions)
  const [process] = processes
  if (!process || processes.length > 1)
    return {
      scope: null,
      problems: [
        problem(definitions, [
          `文件应有且只有一个流程，现有 ${processes.length} 个`,
          `The file needs exactly one process and has ${processes.length}`,
        ]),
      ],
    }
  const [zh, en] = label(process)
  const faults: Fault[] = []
  // as in Flowable, a process is executable unless it says no
  if (process.isExecutable === false)
    faults.push(problem(process, [`${zh}未设为可执行`, `The ${en} is not executable`]))
  faults.push(...checkIds(process))
  const scope = graphOf(process, faults)
  if (nodesOf(scope).length > maxNodes)
    faults.push(
      problem(process, [`${zh}的节点不能超过 ${maxNodes} 个`, `The ${en} may have at most ${maxNodes} nodes`]),
    )
  const forks = nodesOf(scope).filter(({ type }) => type === 'ParallelGateway' || type === 'InclusiveGateway')
  // each fork is compared with each join
  if (forks.length > maxForks)
    faults.push(
      problem(process, [
        `${zh}的并行网关和包容网关不能超过 ${maxForks} 个`,
        `The ${en} may have at most ${maxForks} parallel and inclusive gateways`,
      ]),
    )
  // without sound borders and ids, the rest would only repeat them
  if (faults.length) return { scope, problems: faults }
  return {
    scope,
    problems: [
      ...checkNodes(scope),
      ...checkInitiator(scope),
      ...scopesOf(scope).flatMap(checkPaths),
      ...scopesOf(scope).flatMap(checkForks),
      ...checkStages(scope, rules),
    ],
  }
}
