/** A value that a condition has read, or the member of a multi-instance task; as JSON. */
export interface Reading {
  readonly name: string
  /** Null if it has no value. */
  readonly value: string | null
}

/** A flow, or the completion condition of a multi-instance task, as a step has considered it. */
export interface ConsideredFlow {
  /** Empty for a completion condition. */
  readonly id: string
  readonly name: string
  readonly target: string
  readonly condition: string | null
  readonly isDefault: boolean
  /** Null if the condition was not looked at, or there is none. */
  readonly value: boolean | null
  readonly reads: readonly Reading[]
  readonly isTaken: boolean
}

/** Why a step has taken its branches: the flows of one element, in the order in which the engine considers them. */
export interface RehearsedChoice {
  readonly kind: 'flows' | 'loop'
  readonly id: string
  readonly name: string
  readonly flows: readonly ConsideredFlow[]
}

/** Who is named as a candidate. `name` is null for a person or role that does not exist. */
export interface RehearsedCandidate {
  readonly kind: 'user' | 'group'
  readonly value: string
  readonly name: string | null
  /** Members who can log in: at most ten, and the number of all. */
  readonly people: readonly string[]
  readonly count: number
}

export interface RehearsedTask {
  readonly executionId: string
  readonly taskKey: string
  readonly name: string
  readonly stage: number | null
  readonly moves: readonly string[]
  readonly members: readonly Reading[]
  /** `name` is null for a person who does not exist or cannot log in. */
  readonly assignee: { readonly id: string; readonly name: string | null } | null
  readonly candidates: readonly RehearsedCandidate[]
  /** A service task: its job is not run, and its end is decided here. */
  readonly isJob?: true
}

/** A timer that waits: it can be completed too, by letting it expire. */
export interface RehearsedTimer {
  readonly executionId: string
  readonly name: string
  /** The task or sub-process at whose border it is. */
  readonly hostName: string
  readonly dueTime: string
}

/** A variable that a definition reads: a value, several values, one person, or several. */
export interface RehearsedVariable {
  readonly name: string
  readonly kind: 'value' | 'list' | 'person' | 'people'
  /** Whether a step that reads it fails without it. */
  readonly isRequired: boolean
}

/** A definition that can be rehearsed. */
export interface RehearsalStart {
  readonly key: string
  readonly name: string
  readonly xml: string
  readonly variables: readonly RehearsedVariable[]
}

/** What one step of a rehearsal has led to. */
export interface RehearsalStep {
  /** Nodes and flows that were passed, in order. */
  readonly passed: readonly { readonly id: string; readonly isFlow: boolean }[]
  readonly choices: readonly RehearsedChoice[]
  readonly waiting: readonly RehearsedTask[]
  readonly timers: readonly RehearsedTimer[]
  /** What the next call sends back; null after the end. */
  readonly state: string | null
  readonly end: { readonly id: string; readonly name: string; readonly stage: number | null } | null
  /** What would make this step fail outside a rehearsal. */
  readonly problem: string | null
}
