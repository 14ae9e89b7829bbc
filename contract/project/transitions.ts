import type { StageRules } from '../flow/stage-rules.ts'
import type { Text } from '../kit/text.ts'
import { declarantTransitions } from './declarant-transitions.ts'
import { reviewTransitions } from './review-transitions.ts'
import { type StageCode, stageCodes } from './stages.ts'
import type { Transition } from './transition.ts'
import { type Perm, permissionOf, perms } from './transition-perms.ts'

/** All transitions. Their checks, effects and messages are in server/project/review; a task of the process lists each. */
const table = { ...declarantTransitions, ...reviewTransitions }

export type TransitionName = keyof typeof table
export const transitions: Readonly<Record<TransitionName, Transition>> = table
export const transitionNames = Object.keys(table) as TransitionName[]
export const transitionOf = (name: TransitionName): Transition => transitions[name]

/** The transition of this name; undefined for a name of an earlier release in stored moves. */
export const transitionNamed = (name: string): Transition | undefined =>
  Object.hasOwn(transitions, name) ? transitions[name as TransitionName] : undefined

/** The transitions whose properties fulfil a condition. */
export const transitionsWith = (condition: (transition: Transition) => boolean): TransitionName[] =>
  transitionNames.filter((name) => condition(transitions[name]))

/** Of declarants, on their own pages; all others belong to reviewers. */
export const isOfDeclarant = ({ by }: Pick<Transition, 'by'>): boolean => by === 'owner' || by === 'invited'

/** Whether several have to make it, each by a task of their own: the offices of a joint approval, the experts. */
export const hasSeparateTasks = ({ by, joint }: Pick<Transition, 'by' | 'joint'>): boolean =>
  by === 'expert' || joint === 'offices'

/** Permissions of the transitions made by these. */
export const permsBy = (...makers: readonly Transition['by'][]): Perm[] =>
  perms.filter((perm) => transitionsWith((one) => one.perm === perm && makers.includes(one.by)).length > 0)

/** What a person does with declarations in one stage. */
export interface Duty {
  readonly stage: StageCode
  readonly perm: Perm
  readonly by: Transition['by']
}

/** The transitions for which a declaration waits in a stage, by their permission. */
export const dutiesAt = (stage: StageCode, perm: Perm): TransitionName[] =>
  transitionsWith((one) => one.perm === perm && one.traits.includes('duty') && one.from.includes(stage))

/** Every duty. Which declarations wait for a person because of one: server/project/review/waiting.ts. */
export const duties: readonly Duty[] = stageCodes.flatMap((stage) =>
  perms.flatMap((perm) => {
    const [name] = dutiesAt(stage, perm)
    return name ? [{ stage, perm, by: transitions[name].by }] : []
  }),
)

/** Takes a declaration for review, and decides nothing. */
export const acceptance = 'claim' satisfies TransitionName

/** What a process that reviews declarations may name: its stages and transitions, the end to reach, and the stage of a correction. */
export const stageRules = {
  stages: new Set<number>(stageCodes),
  moves: new Set<string>(transitionNames),
  permOf: (name) => {
    // a declarant may withdraw while a task waits for an office, and is no handler of it for that
    const perm = name === 'withdraw' ? null : transitionNamed(name)?.perm
    return perm ? `declaration_${perm}` : null
  },
  labelOf: (name) => transitionNamed(name)?.label ?? null,
  acceptance,
  secretMoves: new Set<string>(transitionsWith(({ by }) => by === 'expert')),
  startsAt: (name, stage) => transitionNamed(name)?.from.some((one) => one === stage) === true,
  goal: 60,
  goals: { xmsb_unlist: 95 },
  returned: 70,
} satisfies StageRules

/** The permission of those who returned a declaration from this stage, which they need to continue its review. */
export const returnPermAt = (stage: StageCode): Perm | null => {
  const [name] = transitionsWith(({ from, verdict }) => verdict === 'Return' && from.includes(stage))
  return name ? transitions[name].perm : null
}

/** The transitions with which the office that returned a declaration undoes its expiry, by their permission. */
export const liftNames: TransitionName[] = transitionsWith(({ from, to }) => to === 70 && from.includes(99))

/** The stages from which people with this permission return a declaration. */
export const stagesReturnedBy = (perm: Perm): readonly StageCode[] =>
  stageCodes.filter((stage) => returnPermAt(stage) === perm)

/** The transition that an action word of `submitStatus` means in a stage: its name, its verdict or its other word; or null. */
export const transitionForAction = (action: string, stage: StageCode): TransitionName | null => {
  if (Object.hasOwn(transitions, action)) return action as TransitionName
  const [byVerdict] = transitionsWith(
    ({ verdict, from }) => [verdict, verdict?.toLowerCase()].includes(action) && from.includes(stage),
  )
  return byVerdict ?? transitionsWith(({ alias }) => alias === action)[0] ?? null
}

const wordsOf = (name: TransitionName): Text => {
  const { label, perm } = transitions[name]
  const office = perm && permissionOf(perm).office
  const isShared = (i: 0 | 1) => transitionsWith((other) => other.label[i] === label[i]).length > 1
  return [
    office && isShared(0) ? `${label[0]}（${office[0]}）` : label[0],
    office && isShared(1) ? `${label[1]} (${office[1]})` : label[1],
  ]
}

/** Labels of the transitions for places that do not display the stage: a list, the audit log. */
export const transitionWords: Readonly<Record<string, Text>> = Object.fromEntries(
  transitionNames.map((name) => [name, wordsOf(name)]),
)
