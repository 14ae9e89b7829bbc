import type { StageRules } from '#contract/flow/stage-rules.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Fragment } from '../base/database/db.ts'
import type { Ctx, User, UserCtx } from '../engine/context.ts'

declare module '../engine/context.ts' {
  interface App {
    /** What processes may be about, by table. */
    readonly flowBusinesses: Readonly<Record<string, FlowBusiness>>
    /** Stages and moves that a process definition may name. */
    readonly stageRules: StageRules
    /** SQL: the definitions that the caller may start, by their columns `key` and `category_key`. */
    readonly mayStartDefinition: (ctx: UserCtx) => Fragment
  }
}

/**
 * How an instance of a process has ended: at an end event, where a decision or a timer has led, by an administrator, or because its starter
 * has withdrawn it. Nobody has agreed to what a timer ends.
 */
export interface InstanceEnd {
  readonly by: 'process' | 'timer' | 'administrator' | 'starter'
  readonly endActivity: string | null
  /** Whether the last task that somebody completed was agreed to; null if there was none. */
  readonly pass: boolean | null
  /** Why somebody has ended it. */
  readonly reason?: string
}

/** What a step means for whoever has started the instance. */
export interface StepOfStarter {
  /** They have a task. */
  readonly isWithStarter: boolean
  /** This step gave it to them, to correct what they have sent. */
  readonly isReturned: boolean
}

/** A decision on a task, as `complete-task` sends it. `moves` are those that the task lists; `pass` is null without a flag. */
export interface TaskDecision {
  readonly taskId: string
  readonly moves: readonly string[]
  readonly pass: boolean | null
  readonly comment: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Where a task is handled, or a row of the business shown. */
export interface TaskPlace {
  readonly businessId: string
  readonly instanceId: string
  readonly taskId: string | null
}

/** What the tasks of a process are about: the rows of one table. */
export interface FlowBusiness {
  /** Locks the row for the step; every step locks it before the instance. */
  readonly lock: (ctx: Ctx, id: string) => Promise<void>
  /** Variables that are computed anew for each step and never stored, such as the offices that must agree. */
  readonly variables: (ctx: Ctx, id: string) => Promise<Readonly<Record<string, unknown>>>
  /** SQL: whether the caller's data scopes include the row `id`. Null where the task alone decides. */
  readonly isVisible: ((ctx: Ctx, id: Fragment) => Fragment) | null
  /**
   * The same for a row of flow_claimable that is named like the table and has some of its columns; null if the caller's data scopes
   * compare others. Absent if no column is copied.
   */
  readonly isCopyVisible?: (ctx: Ctx) => Fragment | null
  /** Why somebody may not handle tasks about its rows whatever their permissions are; absent where permissions and scopes say it all. */
  readonly refusesHandler?: (person: User) => Text | null
  /**
   * SQL: whether the caller may get a task of the row `id` with these moves from a colleague, besides permissions, candidates and scopes:
   * they are no party, and no second person of the same step. Absent where those say it all.
   */
  readonly mayTake?: (ctx: Ctx, id: Fragment, moves: Fragment) => Fragment
  /**
   * SQL: whether the caller has to stay out of the row `id` for good: its applicant, beneficiary or author, a party to it, or an expert who
   * was chosen for it. Absent where its starter is all of these.
   */
  readonly isInvolved?: (ctx: Ctx, id: Fragment) => Fragment
  /**
   * SQL: what a task of the row `id` with these moves waits for before anybody can handle it (`waitsFor` of
   * contract/work/task-fields.ts), null for a task that can be handled; when it ends; and whether it is decided on together with others, on a page of its
   * own. Absent if its tasks wait for nothing.
   */
  readonly obstacle?: (
    id: Fragment,
    moves: Fragment,
  ) => Readonly<Record<'kind' | 'until' | 'isDecidedTogether', Fragment>>
  /** Whoever has started its process handles no task of it but those that the process gives to them as its starter. */
  readonly excludesStarter?: true
  /** Whether the caller may read who has handled the tasks, and their opinions. */
  readonly showsHandlers: (ctx: Ctx, id: string) => Promise<boolean>
  /** The page of a task, or of the row without one; null where the business sends its own messages. */
  readonly linkTo: ((place: TaskPlace) => string) | null
  /** SQL: whether the caller reads the row `id` and its process although they take no part; absent where nobody does. */
  readonly isReader?: (ctx: Ctx, id: Fragment) => Fragment
  /** Whether the caller's permissions open the page of a row; absent where only those who take part in its process open it. */
  readonly mayRead?: (ctx: Ctx) => boolean
  /** The page of a task where `linkTo` is null. */
  readonly pageOf?: (place: TaskPlace) => string
  /** Replaces the completion of a task where a decision is more than a flag; it completes the task itself and says what was done. */
  readonly complete?: (ctx: UserCtx, id: string, decision: TaskDecision) => Promise<Text>
  /** Runs when an open task about the row gets another handler, or none, without a step of its process. */
  readonly onAssign?: (ctx: Ctx, id: string, userId: string | null) => Promise<void>
  /** Whoever started a process can withdraw it while nobody has handled it; absent where a move of the business does so. */
  readonly isWithdrawable?: true
  /** Names the definition in the row, when an administrator moves its instance to another version. */
  readonly onMove: (ctx: Ctx, id: string, definitionId: string) => Promise<void>
  /** Runs in the transaction of a step after which the instance goes on. */
  readonly onStep?: (ctx: Ctx, id: string, step: StepOfStarter) => Promise<void>
  /** Runs in the transaction of the last step. */
  readonly onEnd: (ctx: Ctx, id: string, end: InstanceEnd) => Promise<void>
}
