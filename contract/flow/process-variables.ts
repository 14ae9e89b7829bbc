import type { Text } from '../kit/text.ts'
import { processTypes } from './categories.ts'

/** The person who starts a process. */
export const starterVariable = 'createUser'

/** The variables of every general matter, besides the fields of its form. */
export const variablesOfMatters = [starterVariable, 'taskUser'] as const

const ofDeclarations = ['applicant', 'officer', 'offices', 'scorers', 'dueTimes', 'action'] as const

/** The variables of each process that the platform starts, by its key. `pass` is set by every decision. */
export const processVariables = {
  leave: [starterVariable, 'taskUser', 'days'],
  recommend: [starterVariable, 'taskUser'],
  xmsb: ofDeclarations,
  xmsb_unlist: ofDeclarations,
} as const satisfies Readonly<Record<keyof typeof processTypes, readonly string[]>>

type ProcessKey = keyof typeof processVariables

/** What the variables are called for people. */
const variableLabels = {
  createUser: ['发起人', 'Started by'],
  taskUser: ['审批人', 'Approver'],
  days: ['请假天数', 'Days of leave'],
  applicant: ['申请人', 'Applicant'],
  officer: ['初审办理人', 'City officer'],
  offices: ['省级审核部门', 'Provincial offices'],
  scorers: ['评分专家', 'Experts who score'],
  dueTimes: ['各环节办理时限', 'Deadlines of the stages'],
  action: ['环节操作', 'Move'],
} as const satisfies Readonly<Record<(typeof processVariables)[ProcessKey][number], Text>>

/** The label of a variable with its name, which expressions contain; only the name of one that the platform does not know. */
export const variableLabelOf = (name: string): Text => {
  if (!Object.hasOwn(variableLabels, name)) return [name, name]
  const [zh, en] = variableLabels[name as keyof typeof variableLabels]
  return [`${zh}（${name}）`, `${en} (${name})`]
}

/** Values for some of the variables of a process. */
export type VariablesOf<K extends ProcessKey> = Readonly<Partial<Record<(typeof processVariables)[K][number], unknown>>>

/** The keys of the processes that the forms of a type start. */
export const keysOfType = (type: number): readonly ProcessKey[] =>
  (Object.keys(processTypes) as ProcessKey[]).filter((key) => processTypes[key] === type)

/** The variables of a process; one with another key has those that the forms of its type set, or of any type while none is chosen. */
export const variablesSetFor = (key: string, type: number | null): readonly string[] => {
  const all = Object.keys(processVariables) as ProcessKey[]
  const keys = Object.hasOwn(processVariables, key) ? [key as ProcessKey] : type === null ? all : keysOfType(type)
  return [...new Set(keys.flatMap((one) => processVariables[one]))]
}
