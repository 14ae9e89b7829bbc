import { closeHistory } from '@tiptap/pm/history'
import type { Editor } from '@tiptap/react'

/** What is taken back at once: neither what was typed right before nor what is typed right after goes with it. */
export const asOneStep = (editor: Editor, act: () => void): void => {
  const part = () => editor.view.dispatch(closeHistory(editor.state.tr))
  part()
  act()
  part()
}
