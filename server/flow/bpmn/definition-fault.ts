import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { ExpressionFail } from './juel.ts'
import { EndlessLoop, failIn } from './runtime.ts'

/** A step that its definition does not allow: the drawing is wrong, not what somebody did. */
export class DefinitionFault extends Fail {
  constructor(
    sentence: Text,
    /** The element at which the process cannot go on; null if the engine does not tell. */
    readonly elementId: string | null,
    /** The expression that has no value, if that is the reason. */
    readonly expression: ExpressionFail | null,
  ) {
    super(sentence, 409)
  }
}

interface EngineError {
  readonly message?: string
  readonly inner?: unknown
  readonly source?: { readonly content?: { readonly id?: string } }
}

const elementIn = (error: unknown): string | null => {
  for (let inner = error; inner instanceof Error; inner = (inner as EngineError).inner) {
    const id = (inner as EngineError).source?.content?.id
    if (id) return id
  }
  return null
}

const noneTrue: Text = ['“{0}”之后没有条件成立的连线', 'No flow after “{0}” has a condition that is true']
const stopped: Text = ['流程无法继续：{0}', 'The process cannot go on: {0}']

/**
 * What a failed step means: a fault of the definition with a sentence that names its element, whichever way the step was made. A
 * refusal that is none, such as that of a task which does not wait any more, stays as it is.
 */
export const asDefinitionFault = (error: unknown, nameOf: (id: string) => string): Fail => {
  if (error instanceof DefinitionFault) return error
  const [fail, elementId] = [failIn(error), elementIn(error)]
  if (fail instanceof ExpressionFail) return new DefinitionFault(fail.text, elementId, fail)
  if (fail instanceof EndlessLoop) return new DefinitionFault(fail.text, elementId, null)
  if (fail) return fail
  const { message = '' } = error as EngineError
  const sentence = message.includes('no conditional flow taken')
    ? fill(noneTrue, elementId ? nameOf(elementId) : '')
    : fill(stopped, message.slice(0, 300))
  return new DefinitionFault(sentence, elementId, null)
}
