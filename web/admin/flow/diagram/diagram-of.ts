import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'

/** An instance, whose course is marked, or a definition. */
export type DiagramOf = { readonly processInstanceId: string } | { readonly processDefinitionId: string }

export const diagramWords: Text = consoleWords.diagram
