import { call, shaped } from '../kit/call.ts'
import { type Choice, choice, int, longText, ref } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { permsBy } from './transitions.ts'

/** What of two files is compared; the degree of each is in percent. */
export const duplicateParts = [
  ['name', ['项目名称', 'Project name']],
  ['site', ['建设地点', 'Site']],
  ['equipment', ['设备', 'Equipment']],
  ['overview', ['项目概况', 'Project overview']],
] as const satisfies readonly Choice[]

export type DuplicatePart = (typeof duplicateParts)[number][0]

/** A part is named beside a match from this degree on. */
export const minPartDegree = 50

/** What an officer concludes. */
export const duplicateResults = [
  [1, ['不重复', 'No duplicate']],
  [2, ['疑似重复，已核实', 'Similar, verified']],
  [3, ['重复', 'Duplicate']],
] as const satisfies readonly Choice[]

/** The check of the last submission of a declaration, for the officers who review it. */
export interface DuplicateSummary {
  /** The submission, from 0. */
  readonly loop: number
  /** Null while it waits to be compared. */
  readonly checkedAt: string | null
  readonly count: number
  /** The highest degree; null without any. */
  readonly degree: number | null
  /** The latest conclusion about this submission. */
  readonly result: number | null
}

/** A declaration, or a project listed without one, that is similar to this declaration and that the caller sees. */
export interface DuplicateMatch {
  readonly id: string
  /** Only declarations can be compared passage by passage. */
  readonly isDeclaration: boolean
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly provinceName: string | null
  readonly cityName: string | null
  readonly year: string | null
  readonly stageName: string | null
  readonly degree: number
  /** Parts that are similar. */
  readonly parts: readonly { readonly part: DuplicatePart; readonly degree: number }[]
}

/** A conclusion of an officer, with the submission that it is about and what had been found then. */
export interface DuplicateResult {
  readonly id: string
  readonly loop: number
  readonly result: number
  readonly reason: string
  readonly matches: number
  readonly degree: number | null
  readonly realName: string | null
  readonly createTime: string
}

export interface DuplicateCheck {
  readonly id: string
  readonly loop: number
  readonly checkedAt: string | null
  readonly matches: readonly DuplicateMatch[]
  /** Those that the caller does not see: their number and highest degree. */
  readonly hidden: { readonly count: number; readonly degree: number | null }
  /** The latest first. */
  readonly results: readonly DuplicateResult[]
  readonly canRecord: boolean
}

/** A piece of a text; `isSame` if the other file has it too. */
export interface Segment {
  readonly text: string
  readonly isSame: boolean
}

/** The texts of a place in both files. */
export interface ComparedPlace {
  readonly part: DuplicatePart
  readonly label: string
  readonly own: readonly Segment[]
  readonly other: readonly Segment[]
}

export const duplicateWords: Text = ['查重', 'Duplicates']

/** What an officer fills in; the log of calls, which others read, has none of it. */
export const conclusionFields = {
  result: choice('结论', 'Conclusion', { required: true, choices: duplicateResults, isUnlogged: true }),
  reason: longText('理由', 'Reason', { required: true, max: 500, isUnlogged: true }),
} as const

const access = { perm: permsBy('reviewer').map((perm) => `declaration_${perm}`), staff: true } as const
const id = ref('申报', 'Declaration', { required: true })

/**
 * Near duplicates of a declaration, for the officers who review it (docs/decisions/0161). They belong to no entity, so that no list, search,
 * export, report or key reads them; nobody can ask for another check.
 */
export const duplicates = {
  read: call('GET', 'caict-porject/duplicates/read', duplicateWords, {
    access,
    input: { id },
    output: shaped<DuplicateCheck>(),
  }),
  /** The texts of both files, with the passages that they have in common. */
  compare: call('GET', 'caict-porject/duplicates/compare', ['对比', 'Compare'], {
    access,
    input: { id, otherId: ref('对比的申报', 'Compared with', { required: true }) },
    output: shaped<readonly ComparedPlace[]>(),
  }),
  record: call('POST', 'caict-porject/duplicates/record', ['登记结论', 'Record the conclusion'], {
    access,
    input: {
      id,
      /** That of the answer which the caller has read. */
      loop: int('提交次序', 'Submission', { required: true }),
      ...conclusionFields,
    },
    output: shaped<DuplicateCheck>(),
  }),
}
