import type { Text } from '../kit/text.ts'

/** What a process definition that moves something through stages may name. */
export interface StageRules {
  readonly stages: ReadonlySet<number>
  readonly moves: ReadonlySet<string>
  /** The permission with which somebody handles a task by a move; null for a move of the platform, and for a withdrawal. */
  readonly permOf?: (move: string) => string | null
  /** What a move is called. */
  readonly labelOf?: (move: string) => Text | null
  /** The move that takes a task: whoever makes it need not claim the task before. */
  readonly acceptance?: string
  /** Moves of which only those who decide learn who made them and what they said. */
  readonly secretMoves?: ReadonlySet<string>
  /** Whether a move can be made in a stage. */
  readonly startsAt?: (move: string, stage: number) => boolean
  /** The stage of an end that a process has to have, if there is one. */
  readonly goal?: number
  /** The same for a process with this key. */
  readonly goals?: Readonly<Record<string, number>>
  /** The stage of a correction, after which the review continues in the stage that returned. */
  readonly returned?: number
}
