import { declarantTransitions, type StageCode, stageCodes, stageOf, transitionNames, transitionOf } from './stages.ts'

const reviewers: readonly string[] = ['city', 'province', 'expert', 'platform']

/** Transitions that a reviewer makes; anybody may raise an objection, which makes it nobody's task. */
const reviewTransitions = transitionNames.filter((name) => name !== 'object' && !declarantTransitions.includes(name))

/** The stages at which a reviewer with these permissions acts next. */
export const reviewStages = (may: (code: string) => boolean): StageCode[] =>
  stageCodes.filter(
    (stage) =>
      reviewers.includes(stageOf(stage).holder) &&
      reviewTransitions.some((name) => {
        const { from, perm } = transitionOf(name)
        return perm !== null && from.includes(stage) && may(`declaration_${perm}`)
      }),
  )
