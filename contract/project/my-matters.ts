import type { UserNotice } from '../desk/notice.ts'
import { call, shaped } from '../kit/call.ts'
import { words } from '../words.ts'
import type { Matter, Matters } from './matter.ts'
import type { StageCode } from './stages.ts'
import type { TransitionName } from './transitions.ts'

/** A declaration of the caller's organisation, or one that invites the caller as operator. */
export interface OwnDeclaration extends Matter {
  /** Whether it is of the caller's organisation; otherwise it names the caller's operator. */
  isOwn: boolean
  /** Whether the caller can act now; not for a draft whose declaration window is closed. */
  isWaiting: boolean
  completeness: number | null
  /** When the public notice ends; null outside of it. */
  noticeUntil: string | null
  /** Whether an objection to it is being examined. */
  isDisputed: boolean
  /** The last return while the declaration is returned. */
  returned: { comment: string | null; remarks: number } | null
  /** An expired correction whose expiry can still be lifted: the round, and the name of the office that returned it. */
  expired: { templateId: string | null; office: string | null } | null
}

/** A step of a declaration that somebody else made. */
export interface DeclarationMessage {
  id: string
  declarationId: string
  projectName: string | null
  move: TransitionName
  from: StageCode
  to: StageCode
  /** Titles of the stages if they are further reviews. */
  fromName: string | null
  toName: string | null
  office: string | null
  comment: string | null
  remarks: number
  createTime: string
}

/** A file that a part of a declaration names. */
export interface DeclarationFile {
  id: string
  declarationId: string
  projectName: string | null
  name: string
  size: number | null
}

export interface MyMatters {
  /** What waits for the caller first, returned ones before drafts; then what others process; finished ones last. */
  declarations: OwnDeclaration[]
  /** Exact up to 10,000. */
  total: number
  /** Tasks of other processes that wait for the caller, such as a returned recommendation. */
  tasks: Matters['tasks']
  /** Newest first. */
  messages: DeclarationMessage[]
  /** The newest notices of the platform. */
  notices: UserNotice[]
  /** Of `declarations`, newest first. */
  files: DeclarationFile[]
}

export const myMatters = {
  /** The declarations of the caller, what happened to them, their files and notices; at most ten of each. */
  read: call('GET', 'caict-desk/my-matters', words.myMatters, {
    access: 'login',
    output: shaped<MyMatters>(),
  }),
}
