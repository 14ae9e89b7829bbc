/** A deliberate fault in the code that the named tests must detect. */
export interface Mutant {
  /** What is broken, in words. */
  readonly name: string
  readonly file: string
  /** Code that occurs exactly once in the file; `by` is the faulty replacement. */
  readonly replace: string
  readonly by: string
  /** Test files; at least one of their tests must fail. */
  readonly tests: readonly string[]
}
