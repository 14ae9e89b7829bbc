import { closeHistory } from '@tiptap/pm/history'
import type { Editor } from '@tiptap/react'

/** Runs a change as one undo step, separate from what was typed before and after it. */
export const asOneStep = (editor: Editor, act: () => void): void => {
  const closeStep = () => editor.view.dispatch(closeHistory(editor.state.tr))
  closeStep()
  act()
  closeStep()
}
