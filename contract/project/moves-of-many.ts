import type { Text } from '../kit/text.ts'
import type { Perm } from './transition-perms.ts'
import type { TransitionName } from './transitions.ts'

/** A move that can be made of many declarations at once: by its word in `submitStatus`, and the moves that it stands for. */
export interface MoveOfMany {
  readonly label: Text
  readonly moves: readonly TransitionName[]
  readonly perms: readonly Perm[]
}

/** What a check says of a declaration that can be handled: whether nobody in the office has opened it since its last submission. */
export interface TrialOfMany {
  readonly isUnopened: boolean
}

/** The decision after the expert review is none of them: it weighs scores, file by file (docs/decisions/0147). */
export const movesOfMany = {
  claim: { label: ['受理', 'Accept for review'], moves: ['claim'], perms: ['city'] },
  approve: {
    label: ['通过', 'Approve'],
    moves: ['cityApprove', 'provinceApprove', 'reviewApprove'],
    perms: ['city', 'province', 'review'],
  },
  publish: { label: ['公示结束，入库', 'List the project'], moves: ['publish'], perms: ['publish'] },
} as const satisfies Record<string, MoveOfMany>

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
