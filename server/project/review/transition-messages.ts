import type { MessageKind } from '#contract/inbox/message-kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Perm } from '#contract/project/transition-perms.ts'
import type { TransitionName } from '#contract/project/transitions.ts'

/**
 * Who a message about a transition is for (server/project/review/audiences.ts): the accounts of the declaring organisation; the invited
 * operators who can fill in their section now; everybody for whom the declaration waits in a review; those for whom it waited
 * before; whoever raised the last objection; whoever requested the removal; those who can confirm it.
 */
export type Audience = 'owner' | 'invited' | 'waiting' | 'released' | 'objector' | 'requester' | 'confirmers'

/** A message about a transition. The caller never gets it. */
export interface TransitionMessage {
  readonly to: Audience
  readonly kind: MessageKind
  /** Only if the transition leads to this stage, or to none that another message of the transition names. */
  readonly into?: StageCode | 'other'
  /** {0} is the name of the project, {1} the title of the stage that it leaves. For `waiting`, the duty names the message. */
  readonly title: Text
  /** The law requires it: a deadline runs, or the matter ends. */
  readonly isRequired?: true
  /** For a joint approval: only while others still have to approve, or only once it takes effect. */
  readonly when?: 'pending' | 'effective'
  /** Opens the form at the first remark, instead of the progress. */
  readonly opensForm?: true
}

const waiting: TransitionMessage = { to: 'waiting', kind: 'todo', title: ['“{0}”待您办理', '“{0}” is waiting for you'] }

const returned = (title: Text): TransitionMessage => ({
  to: 'owner',
  kind: 'todo',
  title,
  isRequired: true,
  opensForm: true,
})

const lifted = returned([
  '“{0}”的逾期归档已撤销，请在新的期限内修改后提交',
  'The expiry of “{0}” was lifted; please correct it within the new period',
])

const rejected: TransitionMessage = {
  to: 'owner',
  kind: 'result',
  title: ['“{0}”未通过审核', '“{0}” was rejected'],
  isRequired: true,
}

const toOwner = (title: Text): TransitionMessage => ({ to: 'owner', kind: 'result', title })

/**
 * Every transition with its messages. What other people of one's own organisation do is announced too: they act for it, and
 * each of them has to know.
 */
export const transitionMessages: Readonly<Record<TransitionName, readonly TransitionMessage[]>> = {
  invite: [
    {
      to: 'invited',
      kind: 'todo',
      title: ['请填写“{0}”的5G网络信息并交回企业', 'Please fill in the 5G network of “{0}” and hand it back'],
      opensForm: true,
    },
  ],
  recall: [
    {
      to: 'released',
      kind: 'result',
      title: ['企业已收回“{0}”的填写邀请', 'The invitation to fill in “{0}” was withdrawn'],
    },
  ],
  confirm: [
    {
      to: 'owner',
      kind: 'todo',
      title: [
        '运营商已确认“{0}”的5G网络信息，请继续办理',
        'The operator has confirmed the network of “{0}”; please continue',
      ],
      opensForm: true,
    },
  ],
  submit: [toOwner(['“{0}”已提交申报', '“{0}” was submitted']), waiting],
  withdraw: [
    toOwner(['“{0}”已撤回', '“{0}” was withdrawn']),
    { to: 'released', kind: 'result', title: ['申报单位已撤回“{0}”', 'The declarant has withdrawn “{0}”'] },
  ],
  claim: [
    { ...toOwner(['“{0}”已受理，进入地市初审', '“{0}” was accepted for the city review']), into: 20 },
    { ...toOwner(['“{0}”已受理', '“{0}” was accepted']), into: 'other' },
    { ...waiting, into: 'other' },
  ],
  cityApprove: [toOwner(['“{0}”已通过地市初审', '“{0}” has passed the city review']), waiting],
  cityReturn: [
    returned(['“{0}”被地市初审退回，请修改后重新提交', '“{0}” was returned by the city office; please correct it']),
  ],
  cityReject: [rejected],
  provinceApprove: [
    { ...toOwner(['“{0}”已通过一个省级部门审核', 'One provincial office has approved “{0}”']), when: 'pending' },
    {
      ...toOwner(['“{0}”已通过省级审核，进入专家评审', '“{0}” has passed the province review']),
      when: 'effective',
      into: 40,
    },
    { ...toOwner(['“{0}”已通过省级审核', '“{0}” has passed the province review']), when: 'effective', into: 'other' },
    { ...waiting, when: 'effective' },
  ],
  provinceReturn: [
    returned(['“{0}”被省级审核退回，请修改后重新提交', '“{0}” was returned by the province; please correct it']),
  ],
  provinceReject: [rejected],
  assign: [waiting],
  score: [waiting],
  decideApprove: [
    {
      ...toOwner(['“{0}”已通过评审，进入公示环节', '“{0}” has passed the review; its public notice follows']),
      into: 50,
    },
    { ...toOwner(['“{0}”已通过评审', '“{0}” has passed the review']), into: 'other' },
    waiting,
  ],
  decideReturn: [
    returned(['“{0}”被评审退回，请修改后重新提交', '“{0}” was returned by the review; please correct it']),
  ],
  decideReject: [rejected],
  reviewApprove: [{ ...toOwner(['“{0}”已通过{1}', '“{0}” has passed “{1}”']), when: 'effective' }, waiting],
  reviewReturn: [returned(['“{0}”被{1}退回，请修改后重新提交', '“{0}” was returned by “{1}”; please correct it'])],
  reviewReject: [rejected],
  object: [toOwner(['“{0}”在公示期内收到异议', 'An objection to “{0}” was raised']), waiting],
  dismiss: [
    toOwner(['“{0}”的异议不成立', 'The objection to “{0}” was dismissed']),
    { to: 'objector', kind: 'result', title: ['您对“{0}”的异议不成立', 'Your objection to “{0}” was dismissed'] },
    waiting,
  ],
  uphold: [
    rejected,
    { to: 'objector', kind: 'result', title: ['您对“{0}”的异议成立', 'Your objection to “{0}” was upheld'] },
  ],
  publish: [toOwner(['“{0}”已入库', '“{0}” is now listed'])],
  unlist: [
    {
      to: 'confirmers',
      kind: 'todo',
      title: ['“{0}”的移出申请待确认', 'The removal of “{0}” has to be confirmed'],
      when: 'pending',
    },
    {
      to: 'owner',
      kind: 'result',
      title: ['“{0}”已移出项目库', '“{0}” was removed from the library'],
      isRequired: true,
      when: 'effective',
    },
    {
      to: 'requester',
      kind: 'result',
      title: ['您申请移出的“{0}”已移出项目库', '“{0}” was removed as you requested'],
      when: 'effective',
    },
  ],
  cancelUnlist: [
    { to: 'requester', kind: 'result', title: ['“{0}”的移出申请已撤销', 'The request to remove “{0}” was withdrawn'] },
  ],
  expire: [
    {
      to: 'owner',
      kind: 'result',
      title: ['“{0}”逾期未修改，已归档', '“{0}” was archived, as it was not corrected in time'],
      isRequired: true,
    },
  ],
  cityLift: [lifted],
  provinceLift: [lifted],
  decideLift: [lifted],
  reviewLift: [lifted],
  archive: [toOwner(['“{0}”已归档', '“{0}” was archived'])],
}

/** What waits for a reviewer, by the permission of the duty; {1} is the title of the present stage. */
export const dutyTitles: Readonly<Partial<Record<Perm, Text>>> = {
  city: ['“{0}”待地市办理', '“{0}” is waiting for the city office'],
  province: ['“{0}”待省级审核', '“{0}” is waiting for the province review'],
  score: ['“{0}”待您评分', '“{0}” is waiting for your score'],
  decide: ['“{0}”待指派专家或作出评审结论', '“{0}” needs experts or a decision'],
  review: ['“{0}”待您办理：{1}', '“{0}” is waiting for you: {1}'],
  publish: ['“{0}”的公示待处理', 'The public notice of “{0}” needs your attention'],
}
