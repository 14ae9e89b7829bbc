import { binOf } from './bins.ts'
import type { Place } from './ranking.ts'

/** The step of colour of each province, by code. */
export type Steps = ReadonlyMap<string, string>

/** Where nothing is known there is no step, which looks other than the step of none. */
export const stepOf = ({ hasData, value }: Place): string => (hasData ? String(binOf(value)) : 'none')
