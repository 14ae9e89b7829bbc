import { isBlank } from './draft-values.ts'

/** Fields of the network section of a declaration that a private network has, too. */
export const networkFields = [
  'operator',
  'networkMode',
  'macroSites',
  'indoorUnits',
  'upfMode',
  'slices',
  'latencyMs',
  'contractNo',
] as const

type Values = Readonly<Record<string, unknown>>

/** What a private network fills in: values of fields that are empty. Nothing that somebody has typed is replaced. */
export const missingFrom = (network: Values, section: Values): [name: string, value: unknown][] =>
  networkFields.flatMap((name) => (isBlank(section[name]) && !isBlank(network[name]) ? [[name, network[name]]] : []))
