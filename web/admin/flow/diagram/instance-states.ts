import type { InstanceOverview } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'

export const stateWords = {
  running: ['办理中', 'In progress'],
  suspended: ['已挂起', 'Suspended'],
  finished: ['已结束', 'Ended'],
  withdrawn: ['已撤回', 'Withdrawn'],
  ended: ['已终止', 'Ended'],
} as const satisfies Record<InstanceOverview['state'], Text>
