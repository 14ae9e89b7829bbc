/** An instance that stays on its version, and why, in the reader's language. */
export interface StayingInstance {
  readonly processInstanceId: string
  /** Empty for an instance of another tenant. */
  readonly subject: string
  readonly tenantId: string
  readonly version: number
  readonly reason: string
  /** What an administrator can do about it. */
  readonly advice: string
}

/** One portion of a move of instances to the latest version: tried, or made. */
export interface InstanceMoves {
  /** Instances that can move, or have moved. */
  readonly moved: number
  readonly staying: readonly StayingInstance[]
  /** What the next call starts after; null after the last. */
  readonly next: string | null
}
