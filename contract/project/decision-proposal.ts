import { call, file, nothing, row, shaped } from '../kit/call.ts'
import { choice, decimal, flag, longText, many, ref, refs } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'
import { versionsField } from '../row-results.ts'
import { lineKinds } from './batch-scores.ts'
import type { CutOff } from './cut-off.ts'

/** States of a proposal: it waits for a second person, and is settled once. */
export const proposalStates = { open: 1, confirmed: 2, withdrawn: 3, sentBack: 4 } as const
export type ProposalState = (typeof proposalStates)[keyof typeof proposalStates]

/** What a proposal does with a member; `reason` is that of an exception from the line. */
export interface ProposedDecision {
  readonly id: string
  readonly projectName: string | null
  readonly isApproved: boolean
  readonly reason: string | null
}

/** A member that an act of a confirmed proposal has not decided on; `msg`: why not, null while it has not been reached. */
export interface OpenDecision extends ProposedDecision {
  readonly msg: string | null
}

/** A proposal to decide on the members of a batch together, as its readers see it: with the members in their data scopes. */
export interface Proposal {
  readonly id: string
  readonly state: ProposalState
  readonly line: CutOff
  /** What declarants read with a rejection. */
  readonly comment: string | null
  readonly proposedBy: string | null
  readonly proposedAt: string
  readonly settledBy: string | null
  readonly settledAt: string | null
  /** Why it was sent back. */
  readonly settleReason: string | null
  readonly approved: number
  readonly rejected: number
  readonly done: number
  readonly isRunning: boolean
  /** Whether it has minutes: it was confirmed, and its members were stored then. */
  readonly hasMinutes: boolean
  readonly exceptions: readonly ProposedDecision[]
  /** The first of those that a confirmed one has not decided. */
  readonly left: readonly OpenDecision[]
}

/** The proposal that waits for its confirmation. */
export interface WaitingProposal {
  readonly id: string
  readonly canWithdraw: boolean
  /** Why the caller can neither confirm it nor send it back; null if they can. */
  readonly refusal: string | null
  /** Names of those who can confirm it. */
  readonly confirmers: readonly string[]
  /** Each decision with the version of the member at that time. */
  readonly decisions: readonly (Pick<ProposedDecision, 'id' | 'isApproved'> & { readonly version: number })[]
}

export interface Proposals {
  /** Whether the template of the batch demands a second person. */
  readonly needsSecond: boolean
  /** Why the caller cannot propose anything now; null if they can. */
  readonly obstacle: string | null
  readonly waiting: WaitingProposal | null
  /** The latest first. */
  readonly proposals: readonly Proposal[]
}

export const proposalWords: Text = ['评审结论提案', 'Proposal of decisions']

const access = { perm: ['declaration_decide'], staff: true } as const
const batchId = ref('申报批次', 'Batch', { of: 'batch', required: true })
const proposalId = ref('提案', 'Proposal', { required: true })
const ofProposal = { access, input: { id: proposalId }, output: nothing } as const

/** What declarants whose declarations are rejected read. */
export const proposalComment = longText(
  '不予通过的理由（申报单位可见）',
  'Reason for the rejections (declarants read it)',
  {
    max: 500,
    rule: 'finished',
    isUnlogged: true,
  },
)
export const exceptionReason = longText('例外理由', 'Reason for the exception', {
  required: true,
  max: 500,
  rule: 'finished',
})
export const sendBackReason = longText('退回理由', 'Reason', { required: true, max: 500, isUnlogged: true })

/**
 * Decisions on the members of a batch from its table: proposed by one person and confirmed by another one (docs/decisions/0160). They
 * belong to no entity, so that no list, search, export, report or key reads them.
 */
export const decisionProposal = {
  read: call('GET', 'caict-porject/decision-proposal/read', ['评审结论提案列表', 'Proposals of decisions'], {
    access,
    input: { batchId },
    output: shaped<Proposals>(),
  }),
  /** Proposes what a line says, apart from exceptions. `versions` are those of all members that the caller has seen. */
  propose: call('POST', 'caict-porject/decision-proposal/propose', ['提交评审结论提案', 'Propose decisions'], {
    access,
    input: {
      batchId,
      by: choice('入选线', 'Line', { required: true, choices: lineKinds }),
      at: decimal('线值', 'Value of the line', { required: true, max: 10_000, isUnlogged: true }),
      minimum: decimal('最低分', 'Minimum', { max: 100, isUnlogged: true }),
      exceptions: {
        ...many('例外', 'Exceptions', {
          declarationId: ref('申报', 'Declaration', { required: true }),
          reason: exceptionReason,
        }),
        isUnlogged: true,
      },
      comment: proposalComment,
      versions: versionsField,
    },
    output: nothing,
  }),
  /** Begins the act in the background that makes the decisions; `id` is its job. */
  confirm: call('POST', 'caict-porject/decision-proposal/confirm', ['确认评审结论提案', 'Confirm a proposal'], {
    ...ofProposal,
    output: row({ id: base.id }),
  }),
  sendBack: call('POST', 'caict-porject/decision-proposal/send-back', ['退回评审结论提案', 'Send a proposal back'], {
    ...ofProposal,
    input: { id: proposalId, reason: sendBackReason },
  }),
  withdraw: call(
    'POST',
    'caict-porject/decision-proposal/withdraw',
    ['撤回评审结论提案', 'Withdraw a proposal'],
    ofProposal,
  ),
  /** Makes the decisions of a confirmed proposal on some of its members: for each row of its act. */
  decide: call('POST', 'caict-porject/decision-proposal/decide', ['按提案作出评审结论', 'Decide as proposed'], {
    access,
    input: { ids: refs('申报', 'Declarations', { required: true }), proposalId },
    output: nothing,
  }),
  /** The minutes of a confirmed proposal as a PDF; `isNameless`: without the names of experts, for the file. */
  minutes: call('GET', 'caict-porject/decision-proposal/minutes', ['评审会纪要', 'Minutes of the review'], {
    access,
    input: { id: proposalId, isNameless: flag('隐去专家姓名', 'Without names of experts') },
    output: file,
  }),
}

/** The name of the file of minutes. */
export const minutesFile = (batchName: string, isNameless: boolean): Text =>
  isNameless
    ? [`${batchName}-评审会纪要（隐名）.pdf`, `${batchName}-minutes-without-names.pdf`]
    : [`${batchName}-评审会纪要.pdf`, `${batchName}-minutes.pdf`]
