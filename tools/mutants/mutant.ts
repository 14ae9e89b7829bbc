/** A fault put into the code on purpose: the tests named must notice it. */
export interface Mutant {
  /** What is broken, as a sentence. */
  readonly name: string
  readonly file: string
  /** Code that stands in the file exactly once, and the faulty code in its place. */
  readonly replace: string
  readonly by: string
  /** Files of tests; at least one of their tests must fail. */
  readonly tests: readonly string[]
}
