/** What a process definition that moves something through stages may name. */
export interface StageRules {
  readonly stages: ReadonlySet<number>
  readonly moves: ReadonlySet<string>
  /** The stage of an end that has to be reachable, if there is one. */
  readonly goal?: number
  /** The stage of a correction, after which the review continues in the stage that returned. */
  readonly returned?: number
}
