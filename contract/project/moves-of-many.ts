import type { Text } from '../kit/text.ts'
import type { Perm } from './transition-perms.ts'
import type { TransitionName } from './transitions.ts'

/** A move that can be made of many declarations at once: by its word in `submitStatus`, and the moves that it stands for. */
export interface MoveOfMany {
  readonly label: Text
  readonly moves: readonly TransitionName[]
  readonly perms: readonly Perm[]
}

/** What a check says of a declaration that can be handled. */
export interface TrialOfMany {
  /** Whether nobody in the office has opened it since its last submission. */
  readonly isUnopened: boolean
  /** For a return: what the one remark can be about (`common-places.ts`). */
  readonly places: readonly string[]
}

/** The decision after the expert review is none of them: it weighs scores, file by file (docs/decisions/0147). */
export const movesOfMany = {
  claim: { label: ['受理', 'Accept for review'], moves: ['claim'], perms: ['city'] },
  approve: {
    label: ['通过', 'Approve'],
    moves: ['cityApprove', 'provinceApprove', 'reviewApprove'],
    perms: ['city', 'province', 'review'],
  },
  return: {
    label: ['退回修改', 'Return for correction'],
    moves: ['cityReturn', 'provinceReturn', 'reviewReturn'],
    perms: ['city', 'province', 'review'],
  },
  publish: { label: ['公示结束，入库', 'List the project'], moves: ['publish'], perms: ['publish'] },
} as const satisfies Record<string, MoveOfMany>

/** What a return of many needs (`commonRemark`): one place that each has, and what is to be corrected there. */
export interface CommonRemark {
  readonly place: string
  readonly remark: string
}

/**
 * A place that many declarations have in common is a part by its code, or the papers of a type as `paper.7`, since the rows of papers
 * have other ids in each declaration (docs/decisions/0147).
 */
export const paperPlace = (type: string | number): string => `paper.${type}`

/** The type of the papers that a place stands for; null if it is a part. */
export const paperTypeOf = (place: string): string | null => /^paper\.(\d{1,9})$/.exec(place)?.[1] ?? null

/** Why a declaration is not returned with others. */
export const lacksPlace: Text = [
  '该申报没有所选的修改位置，不能一并退回',
  'This declaration does not have the chosen place, so it cannot be returned with the others',
]

export type MoveOfManyName = keyof typeof movesOfMany
export const moveOfManyNames = Object.keys(movesOfMany) as MoveOfManyName[]
export const isMoveOfMany = (name: unknown): name is MoveOfManyName =>
  typeof name === 'string' && Object.hasOwn(movesOfMany, name)

/** The version of a row in a text of versions (`versionsText`); null if it is not in there. */
export const versionIn = (text: string, id: string): number | null => {
  const version = text
    .split(',')
    .find((one) => one.startsWith(`${id}=`))
    ?.slice(id.length + 1)
  return version && /^\d+$/.test(version) ? Number(version) : null
}
