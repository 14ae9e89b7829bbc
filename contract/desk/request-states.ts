import type { Choice } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'

/** What becomes of a request that a process decides. */
const states = {
  running: ['审批中', 'Being approved'],
  returned: ['退回修改', 'Returned for correction'],
  approved: ['已批准', 'Approved'],
  refused: ['未批准', 'Not approved'],
  cancelled: ['已撤销', 'Withdrawn'],
  ended: ['已终止', 'Ended'],
} as const

/** Why somebody else cannot read a request. */
export const onlyInvolved: Text = [
  '该事项仅发起人和办理人可以查看',
  'Only the person who started this and those who handle it can read it',
]

export type RequestState = keyof typeof states

/** These states as the choices of a field. */
export const requestStates = <const S extends RequestState>(...names: readonly S[]) =>
  names.map((name) => [name, states[name]] as const) satisfies readonly Choice[]
