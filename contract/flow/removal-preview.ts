/** What the removal of a deployed version would do. */
export interface RemovalPreview {
  readonly version: number
  /** The version that is used afterwards; null if the process cannot be started any more. */
  readonly next: {
    readonly version: number
    /** The process of all tenants, where a tenant's own has no other version. */
    readonly isCommon: boolean
    readonly isSuspended: boolean
  } | null
  /** Instances that run on this version: they end with it, or it stays. */
  readonly running: number
  /** Instances that run on other versions: they go on. */
  readonly runningElsewhere: number
}
