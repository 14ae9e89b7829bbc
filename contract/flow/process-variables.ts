import { processTypes } from './categories.ts'

const ofDeclarations = ['applicant', 'officer', 'offices', 'scorers', 'dueTimes', 'action'] as const

/** The variables of each process that the platform starts, by its key. `pass` is set by every decision. */
export const processVariables = {
  leave: ['createUser', 'taskUser', 'days'],
  recommend: ['createUser', 'taskUser'],
  xmsb: ofDeclarations,
  xmsb_unlist: ofDeclarations,
} as const satisfies Readonly<Record<keyof typeof processTypes, readonly string[]>>

type ProcessKey = keyof typeof processVariables

/** Values for some of the variables of a process. */
export type VariablesOf<K extends ProcessKey> = Readonly<Partial<Record<(typeof processVariables)[K][number], unknown>>>

/** The keys of the processes that the forms of a type start. */
export const keysOfType = (type: number): readonly ProcessKey[] =>
  (Object.keys(processTypes) as ProcessKey[]).filter((key) => processTypes[key] === type)

/** The variables of a process; one with another key has those that the forms of its type would set. */
export const variablesSetFor = (key: string, type: number | null): readonly string[] => {
  const keys = Object.hasOwn(processVariables, key) ? [key as ProcessKey] : type === null ? [] : keysOfType(type)
  return [...new Set(keys.flatMap((one) => processVariables[one]))]
}
